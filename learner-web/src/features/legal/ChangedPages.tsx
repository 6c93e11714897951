import type { LegalPageName } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import * as t from '../../messages/en/legal.ts'
import { AcceptDialog } from './AcceptDialog.tsx'

/** Asks for the acceptance of changed pages. Learners can continue without it, because they keep what they bought. */
export function ChangedPages() {
  const session = useSession()
  const enabled = (siteHas('terms') || siteHas('lab_rules')) && !session?.impersonation
  const { data: due = [] } = useQuery({ ...callQuery('listLegalPagesToAccept'), enabled })
  const [opened, setOpened] = useState<LegalPageName>()
  if (due.length === 0) return null
  return (
    <Card as="aside" className="stack">
      {due.map(({ page, effective_at }) => (
        <div key={page} className="row between">
          <p>{(page === 'terms' ? t.termsChanged : t.labRulesChanged)({ day: formatDate(effective_at) })}</p>
          <Button size="small" onClick={() => setOpened(page)}>
            {page === 'terms' ? t.acceptTerms : t.acceptLabRules}
          </Button>
        </div>
      ))}
      {opened && (
        <AcceptDialog
          page={opened}
          accept={t.accept}
          onClose={() => setOpened(undefined)}
          onAccepted={() => {
            setOpened(undefined)
            void queryClient.invalidateQueries(callQuery('listLegalPagesToAccept'))
          }}
        />
      )}
    </Card>
  )
}
