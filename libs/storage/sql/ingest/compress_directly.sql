-- Lets the next COPY of this transaction write visits compressed, where the flavour can do that.
SELECT compress_directly()
