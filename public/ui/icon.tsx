import type { Signal } from '@preact/signals'

/** Drawn on 24 x 24 with lines only. */
const PATHS = {
  chat: 'M4 5h16v11H9l-5 4z',
  assistant: 'M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 16v4M17 18h4',
  tasks: 'M5 6h14M5 12h14M5 18h9',
  worker: 'M4 5h16v14H4zM8 10l3 2.5L8 15M13 15h3',
  jobs: 'M4 7h16v12H4zM9 7V4h6v3M4 12h16',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0',
  admin: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  overview: 'M4 13h7V4H4zM13 20h7v-9h-7zM4 20h7v-4H4zM13 8h7V4h-7z',
  queue: 'M4 6h10M4 12h16M4 18h7',
  engine: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  node: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  key: 'M9 15a4 4 0 1 1 3-3l8 8M17 17l2-2',
  usage: 'M5 20v-8M12 20V4M19 20v-5',
  requests: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  audit: 'M4 6h6l2 2h8v11H4z',
  device: 'M5 4h14v11H5zM3 19h18',
  brand: 'M4 12l8-8h8v8l-8 8zM15.5 8.5h.01',
  skill: 'M12 3l2.5 6H21l-5 4 2 7-6-4-6 4 2-7-5-4h6.5z',
  system:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2 2M16.4 16.4l2 2M18.4 5.6l-2 2M7.6 16.4l-2 2',
  plus: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  check: 'M5 12l5 5 9-10',
  again: 'M4 12a8 8 0 1 0 3-6M4 4v4h4',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  pin: 'M9 4h6l-1 6 4 3v2H6v-2l4-3zM12 15v6',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  more: 'M5.3 12a.3.3 0 1 1-.6 0 .3.3 0 0 1 .6 0zM12.3 12a.3.3 0 1 1-.6 0 .3.3 0 0 1 .6 0zM19.3 12a.3.3 0 1 1-.6 0 .3.3 0 0 1 .6 0z',
  close: 'M6 6l12 12M18 6L6 18',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  menu: 'M4 6h16M4 12h16M4 18h16',
  clip: 'M8 12l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l7-7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
  files: 'M4 6h6l2 2h8v11H4zM4 11h16',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  document: 'M6 3h8l4 4v14H6zM9 12h6M9 16h6M9 8h2',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  film: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  sound:
    'M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM9 18V5l11-2v12M20 15a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  speak: 'M4 10v4h4l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  microphone:
    'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v4M9 21h6',
  archive: 'M4 4h16v5H4zM5 9v11h14V9M10 13h4',
  upload: 'M12 15V4M7 8l5-5 5 5M5 20h14',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  book: 'M5 4h14v16H5zM9 4v16',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
} as const
export type IconName = keyof typeof PATHS

/** A picture beside words, or in a button that has a name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}

interface IconButtonProps {
  icon: IconName
  /** Its name. */
  label: string
  title?: string
  isDisabled?: boolean
  onPress: () => void
}

/** A button without words. */
export function IconButton({ icon, label, title, isDisabled, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button plain icon"
      aria-label={label}
      title={title}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

interface MoreButtonProps {
  label: string
  /** Of the menu; set while it is open. */
  anchor: Signal<Element | undefined>
  isPlain?: boolean
}

/** Opens a menu beside itself. */
export function MoreButton({ label, anchor, isPlain = true }: MoreButtonProps) {
  return (
    <button
      type="button"
      class={isPlain ? 'button plain icon' : 'button icon'}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={anchor.value !== undefined}
      onClick={({ currentTarget }) => {
        anchor.value = currentTarget
      }}
    >
      <Icon name="more" />
    </button>
  )
}
