/** Work of a run by cause: counts of the engine, the same in every repetition. */
import { type CostSummary, leadingCosts, type RunSummary } from '@hawser/record';
import { tableHtml } from './table.ts';
import { escapeHtml } from './text.ts';

/** Rows of the table. */
const MOST = 25;
const COUNTS = ['steps', 'retries', 'iterations', 'looks', 'laws'] as const;

export function costsHtml({ costs = [], steps, rejected, iterations }: RunSummary): string {
  if (costs.length === 0) return '<p class="empty">This run did not count what its work was for.</p>';
  const totals = COUNTS.map((what) => costs.reduce((sum, cost) => sum + cost[what], 0));
  /** sum of a cause's shares of all counts */
  const weight = (cost: CostSummary): number =>
    COUNTS.reduce((sum, what, k) => sum + (totals[k] > 0 ? cost[what] / totals[k] : 0), 0);
  const leading = leadingCosts(costs, weight, MOST);
  const rows = leading.map((cost) => [
    cost.name,
    ...COUNTS.map((what) => (cost[what] === 0 ? '' : String(cost[what]))),
  ]);
  const left = costs.length - leading.length;
  const more = left > 0 ? ` ${left} with less are in run.json.` : '';
  const told =
    `${steps} steps, ${rejected} of them tried again, ${iterations} iterations. A step is counted for what kept it from being longer, an ` +
    'iteration for what moved most in it, a look each time a shape of contact or a pair of elements was compared anew, a law each time a force of ' +
    `contact was evaluated at a point or patch.${more} For shares of the time: hawser run --profile.`;
  return (
    `<p>${escapeHtml(told)}</p>` +
    tableHtml('What cost', ['For', 'steps no longer', 'done again', 'iterations', 'looks', 'laws'], rows)
  );
}
