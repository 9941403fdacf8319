/** Pictures on buttons. */
import { type IconName, icon } from '@hawser/viewer';
import type { ComponentChildren, VNode } from 'preact';

const OWN = {
  eye: 'M12 6c4.6 0 8.2 2.9 10 6-1.8 3.1-5.4 6-10 6s-8.2-2.9-10-6c1.8-3.1 5.4-6 10-6zm0 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  shut: 'M3.3 4.7 4.7 3.3l16 16-1.4 1.4-3.2-3.2A11 11 0 0 1 12 18c-4.6 0-8.2-2.9-10-6a13 13 0 0 1 4.3-4.6zM12 6c4.6 0 8.2 2.9 10 6a13.400 13.400 0 0 1-3 3.500L15.400 11.900A3.500 3.500 0 0 0 12.100 8.600L9.800 6.200C10.500 6.100 11.200 6 12 6z',
  pen: 'M4 16.500V20h3.500L18 9.500 14.500 6zM15.500 5l3.500 3.500 1.500-1.500L17 3.500z',
  stop: 'M6 6h12v12H6z',
  step: 'M5 5v14l9-7zM16 5h3v14h-3z',
  again: 'M12 5V1.500L6.500 6.500 12 11.500V8a5 5 0 1 1-5 5H4a8 8 0 1 0 8-8z',
  folder: 'M3 5h7l2 2.500h9V19H3zm2 4.500V17h14V9.500z',
  file: 'M6 2h8l5 5v15H6zm2 2v16h9V8.500h-4.500V4z',
  save: 'M11 3h2v9.500l3.500-3.500 1.400 1.400L12 16.300 6.100 10.400 7.500 9l3.500 3.500zM4 18h16v2.500H4z',
  film: 'M3 5h13v4.500l5-3.500v12l-5-3.500V19H3z',
  warn: 'M12 3 2 21h20zm-1 7h2v6h-2zm0 7.500h2v2h-2z',
  hand: 'M8 11V5.500a1.500 1.500 0 0 1 3 0V4a1.500 1.500 0 0 1 3 0v1.500a1.500 1.500 0 0 1 3 0V9a1.500 1.500 0 0 1 3 0v6c0 4-2.500 7-6.500 7S8 20 6.500 17.500L3.500 13a1.600 1.600 0 0 1 2.500-2z',
  arrow: 'M4 18.600 15.200 7.400H9V5h10.500v10.500H17V9.200L5.700 20.300z',
  mesh: 'M12 2 3 7v10l9 5 9-5V7zm0 2.400L17.700 7.500 12 10.700 6.300 7.500zM5 9.200l6 3.300v6.600l-6-3.300zm14 0v6.600l-6 3.300v-6.600z',
  joint:
    'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 2.5a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zm0 3.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  search:
    'M10 4a6 6 0 0 1 4.700 9.700l5.400 5.400-1.400 1.400-5.400-5.400A6 6 0 1 1 10 4zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  ghost: 'M5 21V11a7 7 0 0 1 14 0v10l-2.300-2-2.300 2-2.400-2-2.400 2-2.300-2zm4-11v3h2v-3zm4 0v3h2v-3z',
} as const;

export type StudioIcon = IconName | keyof typeof OWN;

export function Icon({ name }: { readonly name: StudioIcon }): VNode {
  if (name in OWN) {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={OWN[name as keyof typeof OWN]} />
      </svg>
    );
  }
  const path =
    icon(name as IconName)
      .querySelector('path')
      ?.getAttribute('d') ?? '';
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export interface ButtonProps {
  readonly icon?: StudioIcon;
  /** read aloud and shown as a tip */
  readonly label: string;
  readonly children?: ComponentChildren;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly id?: string;
}

export function Button({
  icon: name,
  label,
  children,
  onClick,
  pressed,
  disabled,
  class: more,
  id,
}: ButtonProps): VNode {
  return (
    <button
      type="button"
      id={id}
      class={`icon${children === undefined ? '' : ' worded'}${more === undefined ? '' : ` ${more}`}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {name === undefined ? null : <Icon name={name} />}
      {children}
    </button>
  );
}
