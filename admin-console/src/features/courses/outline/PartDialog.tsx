import { Button } from '@mui/material'
import { useCallback } from 'react'
import { BooleanInput, Form, required, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import dialogStyles from '../../../crud/actions/Dialog.module.css'
import { Dialog, DialogBody, DialogFoot } from '../../../crud/actions/Dialog.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { Text } from '../../../crud/inputs.tsx'
import type { OutlineLesson, OutlineSection } from '../../../providers/outline-record.ts'
import { SlugInput } from '../../content/ContentCreate.tsx'
import { isNew, type Sections, slugFor } from './edit-outline.ts'
import { kinds } from './OutlineTree.tsx'

interface Props {
  part: OutlineSection | OutlineLesson
  sections: Sections
  onChange: (fields: Partial<OutlineSection & OutlineLesson>) => void
  onClose: () => void
}

/** Edits title and settings of a section or lesson. The outline is saved as a whole. */
export function PartDialog({ part, sections, onChange, onClose }: Props) {
  const isSection = 'lessons' in part
  const suggest = useCallback((title: string) => slugFor(title, part, sections), [part, sections])
  const apply = ({
    title,
    slug,
    opens_after,
    kind,
    required,
    free_preview,
    lab,
  }: Partial<OutlineSection & OutlineLesson>) => {
    onChange({
      title,
      ...(isNew(part) && { slug }),
      ...(isSection
        ? { opens_after: opens_after || null }
        : { kind, required, free_preview, lab: kind === 'lab' ? lab || null : null }),
    } as Partial<OutlineSection & OutlineLesson>)
    onClose()
  }
  return (
    <Dialog title={isSection ? 'Section' : 'Lesson'} onClose={onClose} dismissible={false}>
      <Form
        className={dialogStyles.form ?? ''}
        record={part}
        onSubmit={apply}
        noValidate
        disableInvalidFormNotification
      >
        <DialogBody>
          <Text source="title" label="Title" validate={required('Enter a title')} autoFocus />
          {isNew(part) ? (
            <SlugInput suggest={suggest} reserved={NONE} />
          ) : (
            <Text source="slug" label="Slug" helperText="Cannot be changed" readOnly />
          )}
          {isSection ? <SectionInputs section={part} sections={sections} /> : <LessonInputs />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained">
            Apply
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

const NONE: string[] = []

function SectionInputs({ section, sections }: { section: OutlineSection; sections: Sections }) {
  const before = sections.slice(
    0,
    sections.findIndex(({ id }) => id === section.id),
  )
  return (
    <SelectInput
      margin="none"
      source="opens_after"
      label="Opens after the required lessons of"
      choices={before.map(({ slug, title }) => ({ id: slug, name: title }))}
      emptyText="None: open immediately"
      helperText={false}
    />
  )
}

function LessonInputs() {
  const kind = useWatch({ name: 'kind' })
  const { data: labs = [] } = useCall('listLabChoices')
  return (
    <>
      <SelectInput
        margin="none"
        source="kind"
        label="Kind"
        choices={Object.entries(kinds).map(([id, { name }]) => ({ id, name }))}
        validate={required()}
        helperText={false}
      />
      {kind === 'lab' && (
        <SelectInput
          margin="none"
          source="lab"
          label="Lab"
          choices={labs.map(({ slug, title }) => ({ id: slug, name: title }))}
          helperText={labs.length === 0 ? 'No labs yet. Create one under Labs' : false}
        />
      )}
      <BooleanInput source="required" label="Required for the certificate" helperText={false} />
      <BooleanInput source="free_preview" label="Free preview: visitors can open it" helperText={false} />
    </>
  )
}
