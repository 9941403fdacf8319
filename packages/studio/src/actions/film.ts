/** A run as a video: the picture is taken frame by frame while the clock goes through the run. */
import { download } from '@hawser/viewer';
import type { RunStore } from '../run/run-store.ts';
import type { Clock } from '@hawser/viewer';
import type { Stage } from '../view/stage.ts';

const RATE = 30; // [Hz]
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export interface Film {
  /** 0 ... 1 */
  readonly onProgress: (share: number) => void;
  readonly stopped: () => boolean;
  /** simulated seconds a second of film */
  readonly speed: number;
}

/** The film of the whole run. Browsers stamp frames with the time of day, so it takes as long as the film is. */
export async function film(
  store: RunStore,
  stage: Stage,
  clock: Clock,
  { onProgress, stopped, speed }: Film,
): Promise<void> {
  const type = TYPES.find((candidate) => MediaRecorder.isTypeSupported(candidate));
  if (type === undefined) throw new Error('This browser cannot write WebM videos; Chromium, Edge and Firefox can.');
  const stream = stage.canvas.captureStream(RATE);
  const [track] = stream.getVideoTracks();
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const over = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const start = store.startTime;
  const length = store.endTime - start;
  const begun = performance.now();
  for (;;) {
    const at = ((performance.now() - begun) / 1000) * speed;
    clock.set(Math.min(store.endTime, start + at));
    stage.draw(performance.now());
    onProgress(Math.min(1, at / length));
    if (at >= length || stopped()) break;
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  recorder.stop();
  await over;
  track.stop();
  download(`${store.fileStem}.webm`, new Blob(parts, { type: 'video/webm' }));
}
