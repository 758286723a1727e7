"""Typing in what happened: the words of an entry become an event, lines and pasted chats become boards, half-typed
boards are kept on disk, and a session is opened and booked in. Commands, the interactive table and the phones share it;
nothing here prints or knows a terminal."""
