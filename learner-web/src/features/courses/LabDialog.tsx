import type { Lab } from '@flagyard/api-types'
import { ButtonLink } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Dialog, DialogActions } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf, formatMinutes, levelNames } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import { labPath } from '../labs/lab-path.ts'
import { useOwned } from '../orders/useOwned.ts'
import { DialogOffer } from './DialogOffer.tsx'
import { useSearchParamDialog } from './useSearchParamDialog.ts'

/** `?lab=slug`: the description of a lab with its price, or the way to it. */
export function LabDialog() {
  const { slug, close } = useSearchParamDialog('lab')
  const { data, error, refetch } = useQuery({ ...callQuery('getLab', { slug: slug ?? '' }), enabled: slug !== null })
  return (
    <Dialog open={slug !== null} title={data?.title ?? 'Lab'} onClose={close}>
      {error && <Failed what="this lab" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="the lab" />}
      {data && (
        <>
          <div className="row">
            <Chip>{cloudNames[data.cloud]}</Chip>
            <Chip>{levelNames[data.difficulty]}</Chip>
            <Chip>{formatMinutes(data.duration_minutes)}</Chip>
            <Chip>{countOf(data.flags, 'flag')}</Chip>
          </div>
          <RichText
            footer={
              <>
                <p className="small muted">
                  Access for {countOf(data.access_days, 'day')} from the first start · {countOf(data.resets, 'reset')} ·{' '}
                  {countOf(data.extensions, 'extension')}
                </p>
                <DialogActions>
                  <Offer lab={data} />
                </DialogActions>
              </>
            }
          >
            {data.description}
          </RichText>
        </>
      )}
    </Dialog>
  )
}

function Offer({ lab: { slug, price } }: { lab: Lab }) {
  const { owned, isPending } = useOwned()
  const mine = owned.labs.get(slug)
  if (mine)
    return (
      <>
        <span className="muted">{mine.single ? 'This lab is yours.' : 'This lab is part of a course of yours.'}</span>
        <ButtonLink to={labPath(mine)} variant="primary">
          Go to the lab
        </ButtonLink>
      </>
    )
  return price && <DialogOffer kind="lab" slug={slug} price={price} isPending={isPending} />
}
