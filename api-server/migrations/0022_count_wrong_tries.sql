-- Called in the statement that keeps a wrong try. What such a statement reads by itself is as it was before it waited for the other tries of the
-- same account; a volatile function looks anew, and so counts those and its own.
create function count_wrong_tries(of_user uuid, of_flag uuid) returns integer language plpgsql volatile as $$
begin
  return (select count(*) from flag_tries where user_id = of_user and flag_id = of_flag and not correct);
end
$$;
