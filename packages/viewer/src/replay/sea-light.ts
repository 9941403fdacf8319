/** Colours of sky and water, by day and in the dark theme, and how light falls on them: shared by sky, sea and wet hulls. */
import { Color, Vector3 } from 'three';
import { LIGHT } from './light.ts';

export interface SeaLight {
  readonly horizon: { value: Color };
  readonly zenith: { value: Color };
  readonly deep: { value: Color };
  readonly crest: { value: Color };
  readonly foam: { value: Color };
  /** unit, to the sun */
  readonly sun: { value: Vector3 };
}

const DAY = { horizon: '#cfdde4', zenith: '#6f9fc4', deep: '#0d3d55', crest: '#2b7f8c', foam: '#eef5f5' };
const DUSK = { horizon: '#33505f', zenith: '#0d1a26', deep: '#061d2b', crest: '#17566a', foam: '#9fb8c2' };

/** Shared uniforms of shaders. */
export function makeSeaLight(): SeaLight {
  const light: SeaLight = {
    horizon: { value: new Color() },
    zenith: { value: new Color() },
    deep: { value: new Color() },
    crest: { value: new Color() },
    foam: { value: new Color() },
    sun: { value: new Vector3(...LIGHT).normalize() },
  };
  setDark(light, false);
  return light;
}

export function setDark(light: SeaLight, dark: boolean): void {
  const colours = dark ? DUSK : DAY;
  for (const key of ['horizon', 'zenith', 'deep', 'crest', 'foam'] as const) light[key].value.set(colours[key]);
}

/** GLSL: the sky in a direction; below the horizon it is the haze that the far sea ends in. */
export const SKY_GLSL = `
uniform vec3 horizon;
uniform vec3 zenith;
uniform vec3 sun;
vec3 skyAt(vec3 way) {
  float up = clamp(way.z, 0.0, 1.0);
  vec3 sky = mix(horizon, zenith, 1.0 - pow(1.0 - up, 2.5));
  float glow = max(dot(way, sun), 0.0);
  return sky + vec3(0.10, 0.08, 0.05) * pow(glow, 6.0);
}`;
