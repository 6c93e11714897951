import { useCall } from '../../crud/useCall.ts'

/** Open alarms that nobody muted, the worst first; asked again each quarter of a minute, once for all who use it. */
export const useOpenAlarms = () =>
  useCall(
    'listAlarms',
    { filter: '{"state":"open"}', sort: '["level","DESC"]', range: '[0,4]' },
    { refetchInterval: 15_000 },
  )
