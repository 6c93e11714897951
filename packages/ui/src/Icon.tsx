/** Line icons on a grid of 24, in the colour of the text around them. They are decoration: the label stands beside them. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
      <path d={paths[name]} />
    </svg>
  )
}

export type IconName = keyof typeof paths

const paths = {
  alert: 'M12 7.5v5.5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bookmark: 'M7 4h10v16l-5-3.8L7 20z',
  bookmarked: 'M7 4h10v16l-5-3.8L7 20zM9.5 9.5l2 2 3.5-3.7',
  book: 'M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5A2.5 2.5 0 0 0 7.5 21H19v-3',
  captions: 'M3.5 5.5h17v13h-17zM10.5 10.4a2.2 2.2 0 1 0 0 3.2M16.8 10.4a2.2 2.2 0 1 0 0 3.2',
  certificate: 'M12 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8.5 13.5 7 21l5-2.6L17 21l-1.5-7.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  chevron: 'M6 9.5l6 6 6-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  cloud: 'M7 18.5a4 4 0 0 1-.4-8 5.5 5.5 0 0 1 10.7 1.2 3.5 3.5 0 0 1-.3 6.8z',
  copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15v1',
  device: 'M3.5 5h17v11h-17zM12 16v4M8.5 20h7',
  expand: 'M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15',
  external: 'M14 4.5h5.5V10M19 5l-8 8M17 14v4.5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1H10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  flag: 'M6 3v18M6 4.5h12l-3 4 3 4H6',
  flask: 'M9.5 3.5h5M10.5 3.5v6L5 18.7A1.2 1.2 0 0 0 6 20.5h12a1.2 1.2 0 0 0 1-1.8l-5.5-9.2v-6M7.8 15h8.4',
  forward: 'M19.5 5v4.5H15M19 9.5a7.5 7.5 0 1 0 .5 4',
  info: 'M12 11v5.5M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  note: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3M13 19.5h6.5',
  pause: 'M8 5.5v13M16 5.5v13',
  pictureInPicture: 'M3.5 5h17v14h-17zM12.5 12.5h5v4h-5z',
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M12 5v14M5 12h14',
  rewind: 'M4.5 5v4.5H9M5 9.5a7.5 7.5 0 1 1-.5 4',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4',
  shrink: 'M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5',
  volume: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01',
} as const
