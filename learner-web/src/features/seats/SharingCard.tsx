import type { Sharing } from '@flagyard/api-types'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { Checkbox } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/seats.ts'
import { SectionCard } from '../../shell/sections.tsx'
import { showError } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { sharedText } from './useSeats.ts'

/** Shows what the buyers of the learner's seats can see, and asks for consent to more. Hidden if the learner paid. */
export function SharingCard({ slug }: { slug?: string }) {
  const { data, error, refetch } = useQuery(callQuery('listMySharing'))
  const shown = data?.filter((one) => slug === undefined || (one.kind === 'course' && one.slug === slug))
  if (error && slug === undefined) return <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!shown || shown.length === 0) return null
  return (
    <SectionCard title={t.sharingTitle}>
      <ul className={styles.sharing}>
        {shown.map((one) => (
          <li key={one.voucher_id}>
            <Shared sharing={one} isNamed={slug === undefined} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function Shared({ sharing, isNamed }: { sharing: Sharing; isNamed: boolean }) {
  const { run, isPending } = useAction({ onError: showError })
  const { voucher_id, title, visibility, shares_effort, with: who } = sharing
  const shared = sharedText(sharing)
  const change = (shares: boolean) =>
    run(async () => {
      const answer = await api.updateMySharing({ voucher_id, sharingUpdate: { shares_effort: shares } })
      queryClient.setQueryData(callQuery('listMySharing').queryKey, (all: Sharing[] | undefined) =>
        all?.map((one) => (one.voucher_id === voucher_id ? answer : one)),
      )
    })
  return (
    <>
      <p>{isNamed ? t.whatBuyerSeesOf({ title, shared }) : t.whatBuyerSees({ shared })}</p>
      {visibility === 'progress' && (
        <Checkbox
          name={`shares-${voucher_id}`}
          label={t.shareEffort({ who })}
          checked={shares_effort}
          disabled={isPending}
          onChange={(event) => void change(event.target.checked)}
        />
      )}
    </>
  )
}
