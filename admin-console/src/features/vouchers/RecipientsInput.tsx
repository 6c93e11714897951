import { readTextFile } from '@flagyard/ui/decode-text'
import { Button } from '@mui/material'
import { type ChangeEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Text } from '../../crud/inputs.tsx'
import { Quiet } from '../../crud/RecordCards.tsx'
import styles from './BatchCreate.module.css'

/** Recipients, typed one per line or loaded from a file. Loaded text can be edited. */
export function RecipientsInput() {
  const { setValue } = useFormContext()
  const file = useRef<HTMLInputElement>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    const text = chosen && (await readTextFile(chosen))
    // Resets the input, so that a corrected file of the same name can be selected again.
    target.value = ''
    if (text !== undefined) setValue('recipients', text, { shouldDirty: true })
  }
  return (
    <>
      <Quiet>
        One e-mail address a line, or a CSV file whose first line names a column “email”; other columns are left alone.
        Without recipients you download the codes and give them out yourself.
      </Quiet>
      <div className={styles.choose}>
        <Button variant="outlined" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="File of recipients"
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
      <Text source="recipients" label="Recipients" multiline minRows={3} maxRows={12} />
    </>
  )
}
