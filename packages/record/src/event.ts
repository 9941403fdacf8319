/** An event at one instant of a run. */
export interface RunEvent {
  /** [s] simulated */
  readonly time: number;
  readonly kind: EventKind;
  /** subject: a phase, a pair of bodies `a~b`, a joint, a body; empty for the whole run */
  readonly subject: string;
  /** description for people */
  readonly message: string;
}

export type EventKind = 'phase' | 'contact-begin' | 'contact-end' | 'impact' | 'warning' | 'failure';

const kinds: readonly string[] = ['phase', 'contact-begin', 'contact-end', 'impact', 'warning', 'failure'];

/** Whether a value read from a file is an event this version knows. */
export function isRunEvent(value: unknown): value is RunEvent {
  if (typeof value !== 'object' || value === null) return false;
  const event = value as Record<string, unknown>;
  return (
    typeof event.time === 'number' &&
    typeof event.kind === 'string' &&
    kinds.includes(event.kind) &&
    typeof event.subject === 'string' &&
    typeof event.message === 'string'
  );
}
