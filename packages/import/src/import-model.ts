/** Reads any model file: its program is determined from name and content. */
import { AQWA, importAqwa, isAqwa } from './bem/aqwa.ts';
import { importOrcaFlex, isOrcaFlex, ORCAFLEX } from './orcaflex/index.ts';
import { importNemoh, isNemoh, NEMOH } from './bem/nemoh.ts';
import { importWamit, isWamit, WAMIT } from './bem/wamit.ts';
import { importMoorDyn, isMoorDyn } from './moordyn/index.ts';
import { importUrdf, isUrdf, URDF } from './robots/urdf.ts';
import { importMjcf, isMjcf, MJCF } from './robots/mjcf.ts';
import { GLTF, importGltf, isGltf, type SceneOptions } from './scenes/gltf.ts';
import { HYDROSTAR, importHydroStar, isHydroStar } from './vessel/hydrostar.ts';
import { importVeres, isVeres, VERES } from './vessel/veres.ts';
import { ImportError, type Imported, type Source, textOf } from './result.ts';

export interface Importing extends SceneOptions {
  /** MoorDyn: file with the motion of coupled objects: time, x, y, z [m], roll, pitch, yaw [deg] */
  readonly motion?: string;
  /** false: start at the positions of the deck without statics, for a model without a static solution */
  readonly atRest?: boolean;
}

/** Name for files of unknown programs. */
export const UNKNOWN = 'a model file';

/** Reads a model file and the files it names, and writes a scenario with its tables and import.md. It never throws. */
export function importModel(file: string, source: Source, options: Importing = {}): Imported {
  let program = UNKNOWN;
  try {
    const bytes = source.read(file);
    if (bytes !== undefined && isGltf(bytes)) {
      program = GLTF;
      return importGltf(file, bytes, source, options);
    }
    if (/\.(?:step|stp|iges|igs)$/i.test(file))
      throw new ImportError(
        file,
        0,
        'triangles',
        'curved surfaces of CAD; save the assembly as glTF (.glb), which keeps its parts and their names, or a part as STL or OBJ',
      );
    const text = textOf(source, file);
    if (text === undefined) throw new ImportError(file, 0, 'a file', 'none there; check the path');
    if (isMoorDyn(text)) {
      program = 'MoorDyn';
      return importMoorDyn(file, source, options);
    }
    if (isOrcaFlex(text)) {
      program = ORCAFLEX;
      return importOrcaFlex(file, text);
    }
    if (isMjcf(text)) {
      program = MJCF;
      return importMjcf(file, text, source);
    }
    if (isUrdf(text)) {
      program = URDF;
      return importUrdf(file, text, source);
    }
    if (isVeres(text)) {
      program = VERES;
      return importVeres(file, text);
    }
    if (isHydroStar(text)) {
      program = HYDROSTAR;
      return importHydroStar(file, text, source);
    }
    if (isWamit(file, text)) {
      program = WAMIT;
      return importWamit(file, text, source);
    }
    if (isNemoh(text)) {
      program = NEMOH;
      return importNemoh(file, text, source);
    }
    if (isAqwa(text)) {
      program = AQWA;
      return importAqwa(file, text);
    }
    throw new ImportError(
      file,
      0,
      'a deck of MoorDyn or OpenFAST, text data of OrcaFlex, URDF, MJCF, a glTF scene, a .re1 of VERES, a .rao of HydroStar, an .AH1 of AQWA, a .1 of WAMIT or HAMS, or RadiationCoefficients.tec of NEMOH',
      'something else',
    );
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, program, issues: [error.issue] };
    throw error;
  }
}
