/** A worker that unpacks one thing, so that the page need not. */
import { unsqueeze } from './unsqueeze.ts';

self.onmessage = ({ data }: MessageEvent<string>) => {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  self.postMessage(new Blob([unsqueeze(bytes)], { type: 'text/javascript' }));
};
