import { AutocompleteInput, ReferenceInput } from 'react-admin'

const byName = { field: 'name', order: 'ASC' } as const

export const OrganisationInput = ({ helperText }: { helperText: string }) => (
  <ReferenceInput source="organisation_id" reference="organisations" sort={byName}>
    <AutocompleteInput
      label="Organisation"
      optionText="name"
      filterToQuery={(typed: string) => (typed ? { q: typed } : {})}
      helperText={helperText}
      fullWidth
    />
  </ReferenceInput>
)
