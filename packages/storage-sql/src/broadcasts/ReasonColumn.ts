/**
 * The statements of the migration that adds the column `reason` to recipients (B21). Existing rows get a reason from
 * their status and error. `firstError` is an SQL expression for the text before the first `; `. The statements of a
 * released migration never change.
 */
export const reasonColumn = (firstError: string): ReadonlyArray<string> => [
  "ALTER TABLE broadcast_recipients ADD COLUMN reason text",
  `UPDATE broadcast_recipients SET reason = CASE
      WHEN status = 'undeliverable' THEN CASE
        WHEN error = 'outcome unknown' THEN 'outcome_unknown'
        WHEN error LIKE 'gave up after % retries: %' THEN 'retries_exhausted'
        ELSE 'undeliverable' END
      WHEN error = 'contact erased before sending' THEN 'erased'
      WHEN error = 'cancelled before sending' THEN 'cancelled'
      WHEN error = 'expired before sending' THEN 'expired'
      WHEN error = 'failed before sending' THEN 'failed'
      WHEN error = 'completed before sending' THEN 'completed'
      WHEN error LIKE 'identifier must %' THEN 'invalid_identifier'
      WHEN error LIKE 'duplicate identifier: %' THEN 'duplicate_identifier'
      WHEN error LIKE 'client_reference must %' THEN 'invalid_client_reference'
      WHEN error LIKE 'parameters.cards: must have %' THEN 'wrong_card_count'
      WHEN ${firstError} LIKE '% is missing'
        OR ${firstError} LIKE '% must not be empty'
        OR ${firstError} LIKE '% needs a header and none is given' THEN 'missing_parameter'
      WHEN ${firstError} LIKE '% is not in body_order'
        OR ${firstError} LIKE '% is not in button_order'
        OR ${firstError} LIKE '% the template has no header'
        OR ${firstError} LIKE '% the template is not a carousel'
        OR ${firstError} LIKE '% a carousel takes % per card only' THEN 'unexpected_parameter'
      ELSE 'invalid_parameter' END
    WHERE error IS NOT NULL`
]
