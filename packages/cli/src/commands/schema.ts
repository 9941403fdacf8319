/** `hawser schema` */
import { jsonSchema } from '@hawser/scenario';
import type { Output } from '../output.ts';

export function schema(out: Output): void {
  out.json(jsonSchema());
}
