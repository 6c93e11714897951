import { filteredList } from '@flagyard/api-types/console-links'
import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { countOf } from '../../lib/format.ts'

/** Number of open alarms, in the app bar of every screen. Hidden at zero. */
export default function AlarmCount() {
  const { data } = useOpenAlarms()
  if (!data?.total) return null
  return (
    <Button
      component={Link}
      to={filteredList('listAlarms', { state: 'open' })}
      variant="text"
      color="error"
      // On a phone the app bar is too narrow; the dashboard shows the alarms instead.
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      aria-label={countOf(data.total, 'open alarm')}
    >
      <Icon name="alert" size={18} />
      &nbsp;{data.total}
    </Button>
  )
}

/** Open, unmuted alarms, most severe first. Polled every 15 s, with one request shared by all components. */
export const useOpenAlarms = () =>
  useCall(
    'listAlarms',
    { filter: '{"state":"open"}', sort: '["level","DESC"]', range: '[0,4]' },
    { refetchInterval: 15_000 },
  )
