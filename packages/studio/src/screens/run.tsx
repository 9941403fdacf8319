/** Run: the interactive computation, with live numbers. */
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { startRun } from '../actions/session.ts';
import { Fields } from '../panels/fields.tsx';
import { Inspector } from '../panels/inspector.tsx';
import { LivePlots } from '../panels/live-plots.tsx';
import { Meters } from '../panels/meters.tsx';
import { Parts } from '../panels/parts.tsx';
import { Steering } from '../panels/steering.tsx';
import { Timeline } from '../panels/timeline.tsx';
import { errors, outdated, runState } from '../state.ts';
import { Button } from '../ui/icon.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { View } from '../view/view.tsx';

const left: Signal<number> = signal(17);
const right: Signal<number> = signal(34);

export function RunScreen(): VNode {
  return (
    <>
      <main class="bench" style={`--left:${left.value}rem;--right:${right.value}rem`}>
        <div class="panel side">
          {outdated.value ? (
            <p class="warning" role="status">
              The text has changed since this run.{' '}
              <button type="button" class="link" disabled={errors.value > 0} onClick={startRun}>
                Run it again
              </button>
            </p>
          ) : null}
          {runState.value === 'none' ? (
            <p class="start-here">
              <Button
                icon="play"
                class="play"
                label="Run from the start (space)"
                onClick={startRun}
                disabled={errors.value > 0}
              >
                Run from the start
              </Button>
            </p>
          ) : null}
          <Steering />
          <Inspector />
          <details class="settings" open>
            <summary>Run and solver</summary>
            <p class="soft small">Changes go into the text and count for the next run.</p>
            <Fields path={['run']} />
            <Fields path={['environment']} />
            <Fields
              path={['solver']}
              only={['integrator', 'step', 'tolerance', 'impacts', 'max step', 'min step', 'start from equilibrium']}
            />
            <Fields path={['output']} only={['rate', 'animation rate']} />
          </details>
          <Parts />
        </div>
        <Splitter width={left} side="left" label="Width of the controls" />
        <View />
        <Splitter width={right} side="right" label="Width of the plots" least={16} />
        <div class="panel results-panel">
          <Meters />
          <LivePlots />
        </div>
      </main>
      <Timeline />
    </>
  );
}
