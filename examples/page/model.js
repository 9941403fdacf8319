/** A crate on the hook of a crane tip that heaves and sways: what the page shows. */
export const MODEL = `hawser: 1
title: A crate on a hook
environment: { gravity: 9.81 m/s^2 }
ropes: { wire: { mass: 2 kg/m, stiffness: 8 MN, diameter: 30 mm, axial damping: 5 ms, drag: { normal: 1.2 } } }
bodies:
  tip:
    position: [0, 0, 12 m]
    motion: { z: { sine: { amplitude: 0.6 m, period: 7 s } }, y: { sine: { amplitude: 0.4 m, period: 9 s } } }
    shapes: [{ box: [0.6 m, 0.6 m, 0.6 m], collide: false }]
    colour: "#d9a441"
  crate:
    density: 300 kg/m^3
    position: [0, 0, 3 m]
    shapes: [{ box: [2 m, 2 m, 1.5 m] }]
    points: { eye: [0, 0, 0.75 m] }
    colour: "#3c78b4"
  deck:
    fixed: true
    shapes: [{ box: [14 m, 14 m, 0.5 m], at: [0, 0, -0.25 m] }]
    colour: "#6b7580"
cables:
  fall: { rope: wire, length: 8.2 m, elements: 8, from: { body: tip }, to: { body: crate, point: eye } }
solver: { start from equilibrium: true }
run: { duration: 3600 s }
`;

/** What each body looks like: full edges of its box and its place in the body [m], colour. */
export const BOXES = {
  tip: { size: [0.6, 0.6, 0.6], at: [0, 0, 0], colour: 0xd9a441 },
  crate: { size: [2, 2, 1.5], at: [0, 0, 0], colour: 0x3c78b4 },
  deck: { size: [14, 14, 0.5], at: [0, 0, -0.25], colour: 0x6b7580 },
};
