import { consolePaths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { Logo } from '@flagyard/ui/Logo'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { memo, Suspense } from 'react'
import { AppBar as RaAppBar, ToggleThemeButton } from 'react-admin'
import { Link } from 'react-router-dom'
import { SearchButton } from '../features/search/SearchButton.tsx'
import { AccountMenu } from './AccountMenu.tsx'

/** Always in sight: react-admin's hides while one scrolls down. Drawn once, whatever the layout around it does. */
export const AppBar = memo(() => (
  <RaAppBar alwaysOn color="inherit" elevation={0} toolbar={<Tools />} userMenu={<AccountMenu />}>
    <Link to={consolePaths.home} className="brand">
      <Logo />
    </Link>
    <SearchButton />
  </RaAppBar>
))

// Loaded lazily, so that the layout does not wait for it.
const AlarmCount = lazyScreen(() => import('../features/alarms/AlarmCount.tsx'))

const Tools = () => (
  <>
    <Suspense fallback={null}>
      <AlarmCount />
    </Suspense>
    <Button href="/" variant="text" color="inherit" className="learner" aria-label="Learner site">
      <Icon name="external" size={18} />
      <span>Learner site</span>
    </Button>
    <ToggleThemeButton />
  </>
)
