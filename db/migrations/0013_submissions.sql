-- Which files were handed in is read from the submissions alone, however long the history is.
create index assignment_events_handed_in on assignment_events (assignment_id, seq) where kind = 'assignment.submitted';
