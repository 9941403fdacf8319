/** A page of one's own around a model: three.js draws what a worker computes. */
import * as THREE from 'three';
import { openInWorker } from '../../packages/cli/dist/worker/browser.js';
import { BOXES, MODEL } from './model.js';

const POSE = 7; // x, y, z, and quaternion w, x, y, z
const status = document.getElementById('status');
const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xdfe6ec);
const camera = new THREE.PerspectiveCamera(45, 1, 0.1, 200);
camera.up.set(0, 0, 1);
camera.position.set(18, -16, 12);
camera.lookAt(0, 0, 4);
scene.add(new THREE.HemisphereLight(0xffffff, 0x8899aa, 2.5));
const resize = () => {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
};
addEventListener('resize', resize);
resize();

// __WORKER__ is the text of the worker: a page from a disk may not load one from another file
const address = URL.createObjectURL(new Blob([__WORKER__], { type: 'text/javascript' }));
let late = 0;
let dearest = 0;
const things = new Map();
const wire = new THREE.Line(
  new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(new Float32Array(6), 3)),
  new THREE.LineBasicMaterial({ color: 0x222222 }),
);
wire.frustumCulled = false;
scene.add(wire);

const opened = await openInWorker(MODEL, {
  worker: new Worker(address),
  rate: 60,
  channels: ['cable.fall.end.tension'],
  onFrame(frame) {
    if (frame.late) late++;
    dearest = Math.max(dearest, frame.cost);
    for (const [name, { mesh, index }] of things) {
      const [x, y, z, w, i, j, k] = frame.poses.subarray(POSE * index, POSE * index + POSE);
      mesh.position.set(x, y, z);
      mesh.quaternion.set(i, j, k, w);
      const end = name === 'tip' ? 0 : name === 'crate' ? 1 : -1;
      if (end >= 0) {
        const at = new THREE.Vector3(0, 0, end === 1 ? 0.75 : 0).applyQuaternion(mesh.quaternion).add(mesh.position);
        wire.geometry.attributes.position.setXYZ(end, at.x, at.y, at.z);
      }
    }
    wire.geometry.attributes.position.needsUpdate = true;
    const [tension] = frame.values('cable.fall.end.tension');
    status.textContent = `t ${frame.time.toFixed(1)} s   wire ${(tension / 1000).toFixed(1)} kN   frame ${frame.cost.toFixed(1)} ms, dearest ${dearest.toFixed(1)} ms, late ${late}`;
    status.dataset.frames = String(frame.index + 1);
    status.dataset.time = String(frame.time);
    renderer.render(scene, camera);
  },
  onEnd: (outcome) => {
    status.textContent = outcome.message;
  },
});

if (opened.ok) {
  const { sim } = opened;
  sim.model.bodies.forEach((name, index) => {
    const box = BOXES[name];
    if (!box) return;
    const geometry = new THREE.BoxGeometry(...box.size).translate(...box.at);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color: box.colour }));
    scene.add(mesh);
    things.set(name, { mesh, index });
  });
  const deck = new THREE.Mesh(
    new THREE.BoxGeometry(...BOXES.deck.size).translate(...BOXES.deck.at),
    new THREE.MeshStandardMaterial({ color: BOXES.deck.colour }),
  );
  if (!things.has('deck')) scene.add(deck);
  const push = (force) => sim.push('crate', [0, 0, 0], force);
  document.getElementById('push').addEventListener('pointerdown', () => push([0, 6000, 0]));
  addEventListener('pointerup', () => push(null));
  sim.play();
} else status.textContent = opened.issues[0].message;
