declare const HAWSER_VERSION: string;

/** Version of this build. */
export const VERSION: string = HAWSER_VERSION;
