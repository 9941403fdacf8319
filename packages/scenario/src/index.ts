export {
  type AssetLoader,
  type FileProblem,
  type MeshData,
  memoryLoader,
  type Readers,
  type ReadOutcome,
  type TableData,
} from './assets.ts';
export { channelOf, type ChannelChoice, chooseProbes, unlistedPairs } from './channels.ts';
export {
  type Compiled,
  type CompileInput,
  type CompileResult,
  compileScenario,
  compileValue,
  type Source,
} from './compile.ts';
export { formatIssue, type Issue, type IssueCode, type Path, type Place } from './issues.ts';
export { type JsonSchema, jsonSchema } from './json-schema.ts';
export { Recorder } from './recorder.ts';
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
export { type OutputFormat, outputFormats } from './schema/output.ts';
export { seaWaves } from './sea-waves.ts';
export type { Override } from './set.ts';
export { formatQuantity, parseQuantity, type Quantity, type QuantityResult, unitSymbols } from './units.ts';
