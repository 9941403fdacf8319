/** A picture with a caption, so that it is understandable when pasted elsewhere. */
import { colour } from '@hawser/viewer';

export function framedPicture(picture: HTMLCanvasElement, text: string): HTMLCanvasElement {
  const line = Math.max(28, Math.round(picture.height / 26));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height + line];
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.fillStyle = colour('--panel');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0);
  pen.fillStyle = colour('--ink');
  pen.font = `${Math.round(0.5 * line)}px system-ui, sans-serif`;
  pen.textBaseline = 'middle';
  pen.fillText(text, 0.5 * line, picture.height + 0.5 * line);
  return canvas;
}
