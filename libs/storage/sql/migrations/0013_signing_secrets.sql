-- The secrets with which senders sign what they send. The service must read them again to check a
-- signature, so they are encrypted and not hashed. The key for it is a setting and not in here.
CREATE TABLE signing_secrets (
  -- The first key of a line of rotations. All keys of the line use the same secret, so that a
  -- rotation needs no change at the sender but the key.
  first_key integer PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT now()
);
