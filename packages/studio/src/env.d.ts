/// <reference types="vite/client" />

declare module 'virtual:scenarios' {
  export const scenarios: readonly {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly text: string;
    readonly packed: boolean;
  }[];
}

interface Window {
  /** address of the engine's script, as soon as it is unpacked */
  hawserEngine?: Promise<string>;
}
