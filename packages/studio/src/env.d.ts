/// <reference types="vite/client" />

interface Window {
  /** address of the engine's script, as soon as it is unpacked */
  hawserEngine?: Promise<string>;
  /** texts, files and pictures of the shipped scenarios, as JSON */
  hawserShipped?: Promise<string>;
}
