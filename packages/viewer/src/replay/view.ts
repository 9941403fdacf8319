/** The replay on the page: picture, tools above it, directions and scale in its corners. */
import { formatNumber, formatTime } from '@hawser/formats/report';
import type { Clock } from '../clock.ts';
import type { RunData } from '../data.ts';
import { download, h, iconButton } from '../dom.ts';
import { colour, onTheme } from '../theme.ts';
import { gizmoSvg } from './eye.ts';
import { PRESSURE_SCALE, pressureText } from '../pressure-scale.ts';
import { detectGraphics } from './quality.ts';
import { Stage } from './stage.ts';

const DEGREE = Math.PI / 180;
/** azimuth and elevation [rad] by name */
const VIEWS: Readonly<Record<string, readonly [number, number]>> = {
  'From the front (−y)': [-90 * DEGREE, 0],
  'From the back (+y)': [90 * DEGREE, 0],
  'From the left (−x)': [180 * DEGREE, 0],
  'From the right (+x)': [0, 0],
  'From above (+z)': [-90 * DEGREE, 90 * DEGREE],
  'From a corner': [-50 * DEGREE, 28 * DEGREE],
};

/** Builds the replay inside `container`. Undefined where there is no WebGL: the still picture and a line of text stay. */
export function startReplay(container: HTMLElement, data: RunData, clock: Clock): Stage | undefined {
  const stage = makeStage(data);
  if (stage === undefined) {
    container.append(
      h(
        'p',
        { class: 'no-webgl' },
        'This browser offers no WebGL, so a still picture is shown. Plots and tables work.',
      ),
    );
    return undefined;
  }
  container.classList.add('live');
  stage.canvas.setAttribute('tabindex', '0');
  stage.canvas.setAttribute('role', 'img');
  stage.canvas.setAttribute(
    'aria-label',
    'Moving picture of the bodies. Shift and arrow keys turn, Control and arrow keys move, plus and minus zoom.',
  );
  const gizmo = h('div', { class: 'gizmo', 'aria-hidden': 'true' });
  const { z, spacing } = stage.ground.plan;
  const grid = stage.ground.root.visible ? `grid ${formatNumber(spacing, 1)} m at z = ${formatNumber(z, 3)} m` : '';
  const scale = h('p', { class: 'scale' }, grid);
  const follow = followMenu(stage, data);
  container.append(
    stage.canvas,
    toolbar(stage, data, clock, follow),
    gizmo,
    scale,
    ...pressureLegend(stage, data, clock),
  );

  stage.onCamera = () => {
    gizmo.innerHTML = gizmoSvg(stage.eye.axisDirections());
  };
  stage.canvas.addEventListener('dblclick', (event) => {
    const box = stage.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const name = stage.bodyAt(x, 1 - (2 * (event.clientY - box.top)) / box.height);
    follow.value = name !== undefined && data.document.frames.bodies.includes(name) ? name : '';
    follow.dispatchEvent(new Event('change'));
  });
  clock.listen(() => stage.setTime(clock.time));
  onTheme(() => stage.setTheme());
  let fitted = false;
  new ResizeObserver(() => {
    stage.resize(container.clientWidth, container.clientHeight);
    if (!fitted && container.clientWidth > 0) stage.resetView();
    fitted ||= container.clientWidth > 0;
  }).observe(container);
  const first = stage.trails.sources[0];
  // on a sea everything moves with the waves: paths are not informative
  if (first !== undefined && !data.document.sea) stage.showTrail(first.name, true);
  container.querySelectorAll<HTMLInputElement>('.trail-list input').forEach((box) => {
    box.checked = stage.trails.has(box.value);
  });
  stage.setTime(clock.time);
  return stage;
}

/** Legend of pressure colours; a click hides them. */
function pressureLegend(stage: Stage, data: RunData, clock: Clock): HTMLElement[] {
  const { pressures } = data.document;
  if (!pressures) return [];
  const bar = h('span', { class: 'pressure-bar' });
  bar.style.background = PRESSURE_SCALE;
  const legend = h(
    'button',
    {
      class: 'pressure-legend',
      type: 'button',
      'aria-pressed': 'true',
      title: 'Pressure on areas of contact',
      onclick: () => {
        const wanted = legend.getAttribute('aria-pressed') !== 'true';
        legend.setAttribute('aria-pressed', String(wanted));
        stage.showPressures(wanted, clock.time);
      },
    },
    '0',
    bar,
    pressureText(pressures.most),
  );
  return [legend];
}

function makeStage(data: RunData): Stage | undefined {
  const graphics = detectGraphics();
  if (graphics.tier === 'none') return undefined;
  document.documentElement.dataset.tier = graphics.tier;
  try {
    return new Stage(data, graphics);
  } catch (error) {
    if (error instanceof Error && /webgl/i.test(error.message)) return undefined; // refused after all
    throw error;
  }
}

function toolbar(stage: Stage, data: RunData, clock: Clock, follow: HTMLSelectElement): HTMLElement {
  const views = h(
    'select',
    {
      'aria-label': 'View direction',
      title: 'View direction',
      onchange: () => {
        const [azimuth, elevation] = VIEWS[views.value];
        stage.eye.look(azimuth, elevation);
        views.value = '';
      },
    },
    h('option', { value: '', disabled: true, selected: true, hidden: true }, 'View'),
    ...Object.keys(VIEWS).map((name) => h('option', {}, name)),
  );
  const axes = iconButton('axes', 'Show axes', () => {
    const wanted = axes.getAttribute('aria-pressed') !== 'true';
    axes.setAttribute('aria-pressed', String(wanted));
    stage.showAxes(wanted);
  });
  axes.setAttribute('aria-pressed', 'false');
  return h(
    'div',
    { class: 'replay-tools', role: 'toolbar', 'aria-label': 'Replay' },
    iconButton('fit', 'Fit the whole scene (F)', () => stage.eye.fit()),
    views,
    data.document.frames.bodies.length > 0 ? follow : null,
    stage.trails.sources.length > 0 ? trailMenu(stage) : null,
    axes,
    iconButton('image', 'Save the picture as PNG', () => savePicture(stage, data, clock)),
  );
}

function followMenu(stage: Stage, data: RunData): HTMLSelectElement {
  const menu = h(
    'select',
    { 'aria-label': 'Follow a body', title: 'Follow a body', onchange: () => stage.follow(menu.value || undefined) },
    h('option', { value: '' }, 'Fixed view'),
    ...data.document.frames.bodies.map((name) => h('option', { value: name }, `Follow ${name}`)),
  );
  return menu;
}

function trailMenu(stage: Stage): HTMLElement {
  const boxes = stage.trails.sources.map(({ name }) => {
    const box = h('input', { type: 'checkbox', value: name, onchange: () => stage.showTrail(name, box.checked) });
    return h('label', {}, box, name);
  });
  const menu = h('details', { class: 'menu' }, h('summary', {}, 'Trails'), h('div', { class: 'trail-list' }, ...boxes));
  document.addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  return menu;
}

/** The picture with a line of text under it, so that it still speaks when it is pasted elsewhere. */
function savePicture(stage: Stage, data: RunData, clock: Clock): void {
  const picture = stage.snapshot();
  const line = Math.max(28, Math.round(picture.height / 26));
  const canvas = h('canvas', { width: picture.width, height: picture.height + line });
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = colour('--panel');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0);
  pen.fillStyle = colour('--ink');
  pen.font = `${Math.round(0.5 * line)}px system-ui, sans-serif`;
  pen.textBaseline = 'middle';
  const time = `t = ${formatTime(clock.time, clock.end)} s`;
  pen.fillText(`${data.document.title}, ${time}`, 0.5 * line, picture.height + 0.5 * line);
  canvas.toBlob((blob) => {
    if (blob !== null) download(`${data.document.fileStem}-${clock.time.toFixed(3)}s.png`, blob);
  }, 'image/png');
}
