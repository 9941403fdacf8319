/** All faults of the text with their lines; a click goes there. */
import type { VNode } from 'preact';
import { goTo } from '../editor/editor.tsx';
import { check, checking, errors, project } from '../state.ts';

export function Problems(): VNode {
  const issues = check.value?.issues ?? [];
  const main = project.value?.main;
  const took = check.value?.took;
  const count = errors.value;
  const head = checking.value
    ? 'Checking…'
    : issues.length === 0
      ? `No problems${took === undefined ? '' : `; checked and built in ${took.toFixed(0)} ms`}`
      : `${count} ${count === 1 ? 'error' : 'errors'}, ${issues.length - count} ${issues.length - count === 1 ? 'warning' : 'warnings'}`;
  return (
    <section class="problems" aria-label="Problems">
      <p class={`problems-head ${count > 0 ? 'bad' : issues.length > 0 ? 'warned' : 'good'}`}>{head}</p>
      {issues.length === 0 ? null : (
        <ul>
          {issues.map((issue) => (
            <li key={`${issue.file}:${issue.line}:${issue.column}:${issue.message}`} class={issue.severity}>
              <button type="button" onClick={() => goTo(issue.file, issue.line, issue.column)}>
                <span class="where">{issue.line > 0 ? `${issue.line}:${issue.column}` : '–'}</span>
                <span>
                  {issue.file === main || issue.line === 0 ? null : <i>{issue.file.replace(/^.*\//, '')} </i>}
                  {issue.path === '' ? null : <b>{issue.path} </b>}
                  {issue.message}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
