export { missingFile } from './document/include.ts';
export {
  type AssetLoader,
  type FileProblem,
  type MeshData,
  memoryLoader,
  type Readers,
  type ReadOutcome,
  resolvePath,
  type TableData,
} from './assets.ts';
export {
  breakLoadOf,
  catalogue,
  fastCurve,
  PROPERTIES,
  ropeNames,
  ropeOfType,
  type RopeType,
  slowStiffness,
} from './catalogue/index.ts';
export { channelOf, type ChannelChoice, chooseProbes, unlistedPairs } from './channels.ts';
export {
  type Compiled,
  type CompileInput,
  type CompileResult,
  compileLoaded,
  compileScenario,
  compileValue,
  type LoadedScenario,
  loadScenario,
  type Source,
} from './compile.ts';
export { leverOf } from './build/chain/windlass.ts';
export { finerWords, numbersNodes } from './finer.ts';
export { formatIssue, type Issue, type IssueCode, IssueList, type Path, type Place } from './issues.ts';
export { type JsonSchema, jsonSchema } from './json-schema.ts';
export { type ReadDocument, readDocument } from './read-document.ts';
export { MOST_RECORDED, type RecordedSizes, recordedSizes } from './recording/recorded-sizes.ts';
export { Recorder } from './recording/recorder.ts';
export { referenceMarkdown } from './reference.ts';
export {
  type PreparedRun,
  type PrepareResult,
  prepareRun,
  Run,
  type RunOptions,
  type RunResult,
  type RunSink,
  runScenario,
  runScenarioAsync,
} from './run.ts';
export { type Scenario, VERSION } from './schema/index.ts';
export {
  choice,
  customIssue,
  exactlyOne,
  expecting,
  flag,
  named,
  numberBetween,
  object,
  quantity,
  text,
  wholeNumber,
} from './schema/kit.ts';
export { type OutputFormat, outputFormats } from './schema/output.ts';
export { seaWaves } from './sea-waves.ts';
export { type Override, parsePath } from './set.ts';
export { withFinerVerdicts } from './recording/stow-summary.ts';
export { suggest } from './suggest.ts';
export {
  formatQuantity,
  parseQuantity,
  parseUnit,
  type Quantity,
  type QuantityResult,
  type Unit,
  unitSymbols,
} from './units.ts';
export { type Grab, HAND_FILE, type HandAct, type HandEntry, handFileOf, handText, readHands } from './hand-log.ts';
export { Hands, targetUnit, type WinchState } from './hands.ts';
