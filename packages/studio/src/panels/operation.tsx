/** State of the operation: verdict, phase, criteria; in the results with lines, people, impacts and clearances as in the report. */
import {
  criteriaHtml,
  operationHtml,
  quantity,
  shortQuantity,
  trustOfLimits,
  utilisation,
} from '@hawser/formats/report';
import type { LimitSummary, OperationSummary } from '@hawser/record';
import type { VNode } from 'preact';
import { growth, operationLooks, run, runState } from '../state.ts';

/** Beside a run: its present state in a few lines. */
export function LiveVerdict(): VNode | null {
  operationLooks.value;
  growth.value;
  const operation = run.value?.operation;
  if (operation === undefined) return null;
  const { phases, limits } = operation;
  const phase = phases.findLast(({ end }) => end === undefined);
  return (
    <section class="live-verdict" aria-label="Operation">
      <Verdict operation={operation} />
      {phases.length === 0 ? null : (
        <p class="soft small">
          {phase === undefined ? `${phases.length} phases done` : `Phase ${phases.length}: ${phase.name}`}
        </p>
      )}
      {limits.length === 0 ? null : (
        <table class="data limits">
          <caption>Criteria</caption>
          <tbody>
            {limits.map((limit) => (
              <LimitRow key={limit.name} limit={limit} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Verdict({ operation }: { readonly operation: OperationSummary }): VNode {
  const { verdict, reasons } = operation;
  const whole = runState.value === 'done' && run.value?.end?.status === 'complete';
  const word = verdict === 'go' ? (whole ? 'Go' : 'Go so far') : verdict === 'no-go' ? 'No-go' : 'Not finished';
  return (
    <div class={`verdict-line ${verdict === 'go' ? 'go' : 'no-go'}`} role="status">
      <strong>{word}</strong>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function LimitRow({ limit }: { readonly limit: LimitSummary }): VNode {
  const { name, worst, unit, above, below, kept } = limit;
  const used = utilisation(limit)?.used;
  const bound = [
    ...(above === undefined ? [] : [`> ${shortQuantity(above, unit)}`]),
    ...(below === undefined ? [] : [`< ${shortQuantity(below, unit)}`]),
  ].join(', ');
  const share = used === undefined || Number.isNaN(used) ? undefined : Math.max(0, used);
  return (
    <tr class={kept ? '' : 'broken'}>
      <th scope="row">{name}</th>
      <td class="n">{Number.isFinite(worst) ? quantity(worst, unit) : '–'}</td>
      <td class="n soft">{bound}</td>
      <td class="bar-cell">
        <span class={`bar ${kept ? 'bar-kept' : 'bar-broken'}`} style={`width:${Math.min(100, 100 * (share ?? 0))}%`} />
      </td>
      <td class="n">{share === undefined ? '' : `${(100 * share).toFixed(0)} %`}</td>
    </tr>
  );
}

/** In the results: the full sections of the report. */
export function OperationPanel(): VNode {
  operationLooks.value;
  growth.value;
  const store = run.value;
  const operation = store?.operation;
  if (store === undefined || operation === undefined) {
    return <p class="empty">This run has no winches, hands, limits or script: there is nothing to judge.</p>;
  }
  const end = store.endTime;
  const { trust, extremes = {} } = store.end ?? {};
  const errors = trust === undefined ? [] : trustOfLimits({ operation, trust, extremes }, store.facts.resolved);
  const html = criteriaHtml(operation.limits, end, errors) + operationHtml(operation, end);
  return (
    <>
      <Verdict operation={operation} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the report's own tables, in which every text is escaped */}
      <div class="judged" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
