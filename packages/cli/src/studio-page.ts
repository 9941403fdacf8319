/**
 * The studio's page as `hawser studio` sends it. From a disk it is one file; a server sends the parts not needed at the start (scenarios,
 * exporters, the report's program) on request, and everything compressed once for all answers.
 */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

interface PagePart {
  /** gzip, as it stands in the page */
  readonly zipped: Buffer;
}

export interface StudioPage {
  /** without its zipped parts, with its own nonce, which appears only in its policy */
  readonly html: string;
  /** sum of `html`, as HTTP writes it: an unchanged page is not sent again */
  readonly tag: string;
  readonly parts: ReadonlyMap<string, PagePart>;
}

const ZIPPED =
  /<script type="text\/plain" data-part="([\w-]+)" data-zipped(?:="[^"]*")?>([A-Za-z0-9+/=\s]*)<\/script>/g;

export function studioPage(built: string): StudioPage {
  const parts = new Map<string, PagePart>();
  const html = built
    .replace(ZIPPED, (_, name: string, base64: string) => {
      parts.set(name, { zipped: Buffer.from(base64, 'base64') });
      return '';
    })
    .replace(/'nonce-[^']+'/, `'nonce-${randomBytes(16).toString('base64')}'`);
  return { html, tag: `"${createHash('sha256').update(html).digest('base64url')}"`, parts };
}

/** Reads the page on request, and again after a new build. */
export class PageOnDisk {
  readonly #file: string;
  #read: { readonly modified: number; readonly page: StudioPage } | undefined;
  readonly #packed = new Map<string, Buffer>();

  constructor(file: string) {
    this.#file = file;
  }

  get page(): StudioPage {
    const modified = fs.statSync(this.#file).mtimeMs;
    if (this.#read?.modified !== modified) {
      this.#packed.clear();
      this.#read = { modified, page: studioPage(fs.readFileSync(this.#file, 'utf8')) };
    }
    return this.#read.page;
  }

  /** The page in the smallest form that a browser says it reads. */
  packedFor(accepted: string): { readonly body: string | Buffer; readonly encoding?: 'br' | 'gzip' } {
    const { html } = this.page;
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
    if (encoding === undefined) return { body: html };
    let body = this.#packed.get(encoding);
    if (body === undefined) {
      body = encoding === 'br' ? brotliCompressSync(html, BROTLI) : gzipSync(html);
      this.#packed.set(encoding, body);
    }
    return { body, encoding };
  }
}

/** Quality 6 of 11: a quarter of a second of processor time, 2 % larger than 9, which takes four times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
