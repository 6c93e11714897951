-- Banners travel inside the served pages, so what is kept of them goes when one changes (0003).
create trigger announce after insert or update or delete or truncate on banners for each statement execute function announce_catalogue();
