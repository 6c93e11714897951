import { useCall } from '../../crud/calls.tsx'

/** Open, unmuted alarms, most severe first. Polled every 15 s, with one request shared by all components. */
export const useOpenAlarms = () =>
  useCall(
    'listAlarms',
    { filter: '{"state":"open"}', sort: '["level","DESC"]', range: '[0,4]' },
    { refetchInterval: 15_000 },
  )
