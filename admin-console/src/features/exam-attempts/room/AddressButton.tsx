import { TextInput } from 'react-admin'
import { ActionButton } from '../../../crud/actions.tsx'

/** Admits another IP address to the environment, without a reset and while the clock is running. */
export const AddressButton = ({ id }: { id: string }) => (
  <ActionButton
    operation="admitAddressForUser"
    label="Admit another address…"
    size="small"
    title="Admit another address"
    call={(provider, { address }: { address: string }) =>
      provider.call('admitAddressForUser', { id, admittedAddressEdit: { address } })
    }
    successMessage="Asked for: the provider takes a moment"
    defaultValues={{ address: '' }}
    isReady={({ address }) => !!address?.trim()}
    submitLabel="Admit it"
  >
    <p>
      It takes the place of the one from before. Nothing is built anew and no reset is used. The candidate reads it in
      their ledger, with no time given or taken.
    </p>
    <TextInput
      source="address"
      label="IPv4 address or range"
      parse={(typed: string) => typed.trim()}
      helperText="Such as 203.0.113.24, or 203.0.113.0/24 for a range."
      autoComplete="off"
      fullWidth
      slotProps={{ htmlInput: { maxLength: 40, spellCheck: false, className: 'mono' } }}
    />
  </ActionButton>
)
