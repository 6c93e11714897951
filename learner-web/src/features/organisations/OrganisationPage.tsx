import type { Organisation } from '@flagyard/api-types'
import { type OrganisationTab, organisationTabs, paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useParams, useSearchParams } from 'react-router-dom'
import * as t from '../../messages/en/organisations.ts'
import { Page } from '../../shell/Page.tsx'
import { Tabs } from '../../shell/sections.tsx'
import { OrganisationDetails, useOrganisation } from './OrganisationFields.tsx'
import { OrganisationManagers } from './OrganisationManagers.tsx'
import { OrganisationOrders } from './OrganisationOrders.tsx'
import { OrganisationSeats } from './OrganisationSeats.tsx'

export default function OrganisationPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useOrganisation(id)
  const tab = useTab()
  return (
    <Page title={data?.name ?? t.organisation} intro={data && t.managerCount({ count: data.managers.length })}>
      {error && !data && (
        <>
          <Failed what={t.thisOrganisation} why={errorMessage(error)} onRetry={() => void refetch()} />
          <div>
            <ButtonLink to={paths.organisations}>{t.myOrganisations}</ButtonLink>
          </div>
        </>
      )}
      {!error && !data && <Loading what={t.theOrganisation} />}
      {data && (
        <>
          <Tabs label={t.organisation} tabs={t.tabs} current={tab} pathOf={(one) => paths.organisationTab(id, one)} />
          <Tab tab={tab} organisation={data} />
        </>
      )}
    </Page>
  )
}

function useTab(): OrganisationTab {
  const [params] = useSearchParams()
  return organisationTabs.find((one) => one === params.get('tab')) ?? 'seats'
}

function Tab({ tab, organisation }: { tab: OrganisationTab; organisation: Organisation }) {
  switch (tab) {
    case 'seats':
      return <OrganisationSeats organisation={organisation} />
    case 'orders':
      return <OrganisationOrders organisation={organisation} />
    case 'managers':
      return <OrganisationManagers organisation={organisation} />
    case 'details':
      return <OrganisationDetails key={organisation.version} organisation={organisation} />
  }
}
