/** Treatment of each key of glTF 2.0. A key not listed here is lost as unknown. */
import type { Verdict } from '../report.ts';

export interface Fate {
  readonly verdict: Verdict;
  readonly why: string;
}

const taken = (why = ''): Fate => ({ verdict: 'taken', why });
const lost = (why: string): Fate => ({ verdict: 'lost', why });
const LOOKS = 'for looks';

/** The first match applies. */
const FATES: readonly (readonly [RegExp, Fate])[] = [
  [/^asset\.(?:version|minVersion)$/, taken()],
  [/^asset\.(?:generator|copyright)$/, taken('in the first line of scenario.yaml')],
  [/^scene$/, taken('the scene that is read')],
  [/^scenes\[\]\.(?:name|nodes)$/, taken()],
  [/^nodes\[\]\.(?:name|mesh|translation|rotation|matrix)$/, taken()],
  [/^nodes\[\]\.scale$/, taken('in the points of its mesh')],
  [/^nodes\[\]\.children$/, taken('what lies in a body is fixed to it by a joint')],
  [/^nodes\[\]\.extras\.(?:mass|density|fixed|rigid)$/, taken()],
  [
    /^nodes\[\]\.extensions\.KHR_physics_rigid_bodies\.motion\.(?:mass|centerOfMass|inertiaDiagonal|inertiaOrientation|linearVelocity|angularVelocity|isKinematic)$/,
    taken(),
  ],
  [
    /KHR_physics_rigid_bodies\.collider|KHR_implicit_shapes/,
    { verdict: 'approximated', why: 'the mesh itself touches; a collider without motion stands still' },
  ],
  [/KHR_physics_rigid_bodies\.joint|physicsJoints/, lost('write joints into the scenario')],
  [/KHR_physics_rigid_bodies/, lost('not read')],
  [/^nodes\[\]\.(?:skin|weights)$/, { verdict: 'approximated', why: 'in its rest pose' }],
  [/^meshes\[\]\.name$/, taken()],
  [/^meshes\[\]\.primitives\[\]\.(?:attributes\.POSITION|indices|mode)$/, taken()],
  [/^meshes\[\]\.primitives\[\]\.material$/, taken('colour of the first part of a mesh that has one')],
  [
    /^meshes\[\]\.primitives\[\]\.attributes\.(?:NORMAL|TANGENT)$/,
    { verdict: 'approximated', why: 'those of the triangles' },
  ],
  [
    /^meshes\[\]\.primitives\[\]\.attributes\.(?:JOINTS|WEIGHTS)_\d+$/,
    { verdict: 'approximated', why: 'in its rest pose' },
  ],
  [/^meshes\[\]\.(?:weights|primitives\[\]\.targets)/, { verdict: 'approximated', why: 'in its rest pose' }],
  [/^meshes\[\]\.primitives\[\]\.attributes\./, lost(LOOKS)],
  [/^materials\[\]\.pbrMetallicRoughness\.baseColorFactor$/, taken()],
  [/^materials\[\]\.(?:name|extras)/, lost("materials of looks; those of contact are the scenario's own")],
  [/^(?:materials|textures|images|samplers)\[\]/, lost(LOOKS)],
  [/^accessors\[\]\.(?:min|max|name)$/, taken('as the numbers say')],
  [/^accessors\[\]\.(?:bufferView|byteOffset|componentType|count|type|normalized|sparse\..*)$/, taken()],
  [/^bufferViews\[\]\.(?:buffer|byteOffset|byteLength|byteStride|target|name)$/, taken()],
  [/^buffers\[\]\.(?:uri|byteLength|name)$/, taken()],
  [/^extensions(?:Used|Required)$/, taken('each where it is used')],
  [/^animations\[\]/, lost('write the motion of a body as a table (motion), or lead it from outside')],
  [/^skins\[\]/, { verdict: 'approximated', why: 'in its rest pose' }],
  [/(?:^cameras\[\]|^nodes\[\]\.camera$)/, lost('no cameras')],
  [/KHR_lights_punctual/, lost('no lights')],
  [/\.?extras(?:\.|$|\[)/, lost('not known: mass, density, fixed and rigid of a node are')],
];

export function fateOf(path: string): Fate {
  for (const [pattern, fate] of FATES) if (pattern.test(path)) return fate;
  return lost('not known');
}
