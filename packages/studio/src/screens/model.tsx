/** Model: the scenario as tree, picture and text. */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { saveScenario } from '../actions/scenario.ts';
import { startRun } from '../actions/session.ts';
import { Editor } from '../editor/editor.tsx';
import { FileTabs, History } from '../panels/file-tabs.tsx';
import { Inspector } from '../panels/inspector.tsx';
import { Problems } from '../panels/problems.tsx';
import { ObjectTree } from '../panels/tree.tsx';
import { errors } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { View } from '../view/view.tsx';

const left: Signal<number> = signal(17);
const right: Signal<number> = signal(38);

export function ModelScreen(): VNode {
  return (
    <main class="bench" style={`--left:${left.value}rem;--right:${right.value}rem`}>
      <div class="panel side">
        <ObjectTree />
        <Inspector />
      </div>
      <Splitter width={left} side="left" label="Width of the tree" />
      <View />
      <Splitter width={right} side="right" label="Width of the editor" least={16} />
      <div class="panel editor-panel">
        <div class="editor-head">
          <FileTabs />
          <History />
          <Button icon="save" label="Save the scenario (Ctrl S)" onClick={saveScenario} />
          <Button icon="play" class="play" label="Run (Ctrl Enter)" onClick={startRun} disabled={errors.value > 0}>
            Run
          </Button>
        </div>
        <Editor />
        <Problems />
      </div>
    </main>
  );
}
