import { Chip } from '@flagyard/ui/Chip'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf, formatMinutes, levelNames } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import { useSearchParamDialog } from './useSearchParamDialog.ts'

/** `?lab=slug`: the description of a lab, and a button to buy it. */
export function LabDialog() {
  const { slug, close } = useSearchParamDialog('lab')
  const { data, error, refetch } = useQuery({ ...callQuery('getLab', { slug: slug ?? '' }), enabled: slug !== null })
  return (
    <Dialog
      open={slug !== null}
      title={data?.title ?? 'Lab'}
      onClose={close}
      actions={data?.price && <BuyButton kind="lab" slug={data.slug} price={data.price} />}
    >
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
          <RichText>{data.description}</RichText>
          <p className="small muted">
            Access for {countOf(data.access_days, 'day')} from the first start · {countOf(data.resets, 'reset')} ·{' '}
            {countOf(data.extensions, 'extension')}
          </p>
        </>
      )}
    </Dialog>
  )
}
