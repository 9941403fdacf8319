/** A file that somebody dropped or chose. */
export interface TakenFile {
  /** with its folders */
  readonly name: string;
  readonly file: File;
}
