/** Parts of the viewer that other programs with pictures and plots use. */
export { Clock, SPEEDS } from './clock.ts';
export { type ColumnInfo, lastNotAfter, type PlotData, type Series, valueAt } from './data.ts';
export { download, type IconName, icon, iconButton } from './dom.ts';
export { framedPlot, largest } from './plots/export.ts';
export { FAMILY_ORDER, placeOf, plotNames } from '@hawser/formats/report';
export { PlotStack } from './plots/stack.ts';
export { bodyMaterial, floorColour, floorMaterial, outlineOf, place, ropeLook, spread } from './replay/bodies.ts';
export { Eye, gizmoSvg, movedRoom, type Room } from './replay/eye.ts';
export { Links } from './replay/links.ts';
export type { PoseSource } from './replay/poses.ts';
export { PRESSURE_SCALE, pressureColour, pressureText } from './pressure-scale.ts';
export { PressureMarks } from './replay/pressure-marks.ts';
export { detectGraphics, type Graphics, type Tier, wantedTier } from './replay/quality.ts';
export type { RopeLook } from './replay/ropes.ts';
export { Surroundings } from './replay/surroundings.ts';
export { colour, isDark, onTheme, seriesColour, startTheme, toggleTheme } from './theme.ts';
