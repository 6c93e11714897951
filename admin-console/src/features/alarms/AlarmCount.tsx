import { filteredList } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { countOf } from '../../lib/format.ts'
import { useOpenAlarms } from './useOpenAlarms.ts'

/** In the frame of every screen, while something is wrong: how many open alarms there are. */
export default function AlarmCount() {
  const { data } = useOpenAlarms()
  if (!data?.total) return null
  return (
    <Button
      component={Link}
      to={filteredList('listAlarms', { state: 'open' })}
      variant="text"
      color="error"
      // A phone has no room for it beside the account: there the home tells.
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      aria-label={countOf(data.total, 'open alarm')}
    >
      <Icon name="alert" size={18} />
      &nbsp;{data.total}
    </Button>
  )
}
