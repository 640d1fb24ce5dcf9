-- Until now nobody read the outbox. What it holds is old news, which the history has: it is told to nobody.
update outbox set delivered_at = created_at where delivered_at is null;
