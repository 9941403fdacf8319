/** Parts of the viewer that other programs with pictures and plots use. */
export { Clock, SPEEDS } from './clock.ts';
export { type ColumnInfo, lastNotAfter, type PlotData, type Series, valueAt } from './data.ts';
export { download, type IconName, icon, iconButton } from './dom.ts';
export { framedPlot, largest } from './plots/export.ts';
export { FAMILY_ORDER, type Place, placeOf, plotNames } from './plots/labels.ts';
export { PlotStack } from './plots/stack.ts';
export { bodyMaterial, floorColour, floorMaterial, outlineOf, place, spread } from './replay/bodies.ts';
export { Eye, gizmoSvg, type Room } from './replay/eye.ts';
export { Ground, type GroundPlan, planGround } from './replay/ground.ts';
export { LIGHT, makeLight } from './replay/light.ts';
export { Links } from './replay/links.ts';
export type { PoseSource } from './replay/poses.ts';
export { detectTier, type Tier } from './replay/quality.ts';
export { SeaSurface } from './replay/sea-surface.ts';
export { FlatShadows } from './replay/shadows.ts';
export { colour, isDark, onTheme, seriesColour, startTheme, toggleTheme } from './theme.ts';
