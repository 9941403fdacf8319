/**
 * The content security policy of a self-contained page: the browser loads nothing, and uses only scripts and styles listed here by their
 * SHA-256. Text in the page stays text, whatever it contains.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export interface InlineParts {
  /** exactly as they stand between their tags */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export function pagePolicy({ scripts, styles }: InlineParts): string {
  return (
    `default-src 'none'; script-src ${scripts.map(hashOf).join(' ')}; style-src ${styles.map(hashOf).join(' ')}; ` +
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
  );
}

function hashOf(text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`;
}
