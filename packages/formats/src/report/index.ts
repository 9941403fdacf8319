/** The report: a run as one offline page, and a still picture of it. */
export type { SeaWaves } from '@hawser/record';
export { type Bounds, type Extent, extentOf, viewOf } from './bounds.ts';
export { cableOf, pieceOf } from './drawn-names.ts';
export { buildReport } from './build.ts';
export { asFloats, asIntegers, decodeColumns, decodeDoubles } from './codec.ts';
export { type ColumnInfo, columnInfos } from './columns.ts';
export { buildComparison, type ComparedRun } from './compare.ts';
export { defaultPlots, holdersOf } from './default-plots.ts';
export { peaksBetweenRows, withPeak } from './derive.ts';
export type {
  PackedBody,
  PackedChannel,
  PackedEvent,
  PackedFrames,
  PackedEnd,
  PackedLink,
  PackedMesh,
  PackedPart,
  ReportDocument,
  TimeAxis,
  View,
} from './document.ts';
export { operationHtml } from './operation.ts';
export type { ReportInput, ReportOptions } from './input.ts';
export { type Link, type LinkEnd, linksOf } from './links.ts';
export { type DisplayScale, displayScale, formatAmong, formatNumber, formatTime } from './text.ts';
export { criteriaHtml, quantity, shortQuantity, trustOfLimits, utilisation } from './summary.ts';
export { tickTexts } from './ticks.ts';
export { FAMILY_ORDER, placeOf, type PlotNames, plotNames } from './plot-names.ts';
export { renderThumbnailSvg, type ThumbnailOptions } from './thumbnail.ts';
export { type WordPicture, type WordReport, wordReport } from './word.ts';
