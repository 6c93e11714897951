/** Line icons on a 24-unit grid, in the current text colour. They are decorative: place a label next to them. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <LineIcon path={iconPaths[name]} size={size} />
)

/** For an icon used in only one place. */
export function LineIcon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

export type IconName = keyof typeof iconPaths

export const iconPaths = {
  alert: 'M12 7.5v5.5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bookmark: 'M7 4h10v16l-5-3.8L7 20z',
  bookmarked: 'M7 4h10v16l-5-3.8L7 20zM9.5 9.5l2 2 3.5-3.7',
  book: 'M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5A2.5 2.5 0 0 0 7.5 21H19v-3',
  certificate: 'M12 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8.5 13.5 7 21l5-2.6L17 21l-1.5-7.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  chevron: 'M6 9.5l6 6 6-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  cloud: 'M7 18.5a4 4 0 0 1-.4-8 5.5 5.5 0 0 1 10.7 1.2 3.5 3.5 0 0 1-.3 6.8z',
  copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15v1',
  device: 'M3.5 5h17v11h-17zM12 16v4M8.5 20h7',
  external: 'M14 4.5h5.5V10M19 5l-8 8M17 14v4.5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1H10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  flag: 'M6 3v18M6 4.5h12l-3 4 3 4H6',
  flask: 'M9.5 3.5h5M10.5 3.5v6L5 18.7A1.2 1.2 0 0 0 6 20.5h12a1.2 1.2 0 0 0 1-1.8l-5.5-9.2v-6M7.8 15h8.4',
  info: 'M12 11v5.5M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  note: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3M13 19.5h6.5',
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01',
} as const
