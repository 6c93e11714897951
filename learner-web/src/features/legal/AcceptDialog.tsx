import type { LegalPageName } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { FormError } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/legal.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { RichText } from '../../shell/RichText.tsx'

interface Props {
  page: LegalPageName
  /** Label of the button. */
  accept: string
  onAccepted: () => void
  onClose: () => void
}

/** Shows a legal page and records that the learner accepts the version shown. If it has just changed, shows the new one. */
export function AcceptDialog({ page, accept, onAccepted, onClose }: Props) {
  const query = useQuery({ ...callQuery('getLegalPage', { page }), staleTime: 0 })
  const { run, isPending, error } = useAction()
  const version = query.isFetching ? undefined : query.data?.version
  const send = async () => {
    if (version === undefined) return
    if (await run(() => api.acceptLegalPage({ page, legalAcceptPayload: { version } }))) onAccepted()
    else void query.refetch()
  }
  return (
    <Dialog
      open
      title={t.titles[page]}
      onClose={onClose}
      closeOnOutsideClick={false}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={isPending} disabled={version === undefined} onClick={() => void send()}>
            {accept}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Loaded query={query} what={t.theText}>
          {({ markdown, versions }) => (
            <>
              {versions.length > 1 && versions[0]?.summary && (
                <p className="muted">{t.changes({ summary: versions[0].summary })}</p>
              )}
              <RichText ownLinks>{markdown}</RichText>
            </>
          )}
        </Loaded>
        <FormError>{error}</FormError>
      </div>
    </Dialog>
  )
}
