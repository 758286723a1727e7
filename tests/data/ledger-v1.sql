-- balances-EUR: Anna=-59 Bob=-133 Cy=-233 Gus=425
-- balances-USD: Anna=-548 Bob=17 Cy=531
-- session-3: 0cf847317e8e
-- session-2: 1a3b938bd7c8
-- session-1: 5f51160eb178
-- content: ((5, 2, 3, 3, 8, 35, 23, 65, 59, 8, 7), 'f57628fdb492698480336120d8e383de5e4e8129cd47481893c5fc003caf2df6')
PRAGMA application_id = 1330004819;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE aliases (
        key TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id)
    ) STRICT;
INSERT INTO "aliases" VALUES('ann','Ann',1);
INSERT INTO "aliases" VALUES('annie','Annie',1);
CREATE TABLE balances (
        session INTEGER NOT NULL REFERENCES sessions(id),
        player TEXT NOT NULL,
        points INTEGER NOT NULL,
        unit TEXT NOT NULL,
        amount INTEGER NOT NULL,
        old INTEGER NOT NULL,
        shown TEXT NOT NULL,
        seated INTEGER NOT NULL,
        present INTEGER NOT NULL,
        PRIMARY KEY (session, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "balances" VALUES(1,'Anna',-12,'EUR',366,0,'3.66',1,1);
INSERT INTO "balances" VALUES(1,'Bob',6,'EUR',-133,0,'-1.33',1,1);
INSERT INTO "balances" VALUES(1,'Cy',6,'EUR',-233,0,'-2.33',1,1);
INSERT INTO "balances" VALUES(2,'Anna',157,'USD',-548,0,'-5.48',1,1);
INSERT INTO "balances" VALUES(2,'Bob',-130,'USD',17,0,'0.17',1,1);
INSERT INTO "balances" VALUES(2,'Cy',-27,'USD',531,0,'5.31',1,1);
INSERT INTO "balances" VALUES(3,'Anna',-17,'EUR',-425,0,'-4.25',1,1);
INSERT INTO "balances" VALUES(3,'Gus',17,'EUR',425,0,'4.25',1,1);
CREATE TABLE events (
        session INTEGER NOT NULL REFERENCES sessions(id),
        entry INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        utc_offset TEXT NOT NULL,
        kind TEXT NOT NULL,
        payload TEXT NOT NULL,
        checksum TEXT NOT NULL,
        PRIMARY KEY (session, entry)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1,1,'2bb0887fbb31ad65','2026-07-03T18:15:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"QhQd2c / KsKd8h8c3d / AhTh7h5h2h","Bob":"KcJc4s / 9s9c5d4d3s / JdTd8d6d4h","Cy":"6c5c2s / AsAc7d6h3h / Qs7c7s9d9h"},"button":"Ann","fantasyland":{}}','d8411fde86c256b63f63ea60d5afbefca1534e0c5f69f9fa2d097e42e8a3986c');
INSERT INTO "events" VALUES(1,2,'9cf012c6088ac20e','2026-07-03T18:15:00Z','+02:00','switch','{"kind":"switch","rules":"107fa3edf0268da8","from_entry":1,"why":"wrong game"}','bdef47b27980917ccf6ca1ef527978ce631254ac53165e35ef43c0c87a027d8e');
INSERT INTO "events" VALUES(1,3,'bca900e6c0929195','2026-07-03T18:15:00Z','+02:00','undo','{"kind":"undo"}','de0169c1db4f456d8871c5febeee2d3a61efedddab0f72ff6f7ef924db52daa2');
INSERT INTO "events" VALUES(1,4,'bd812f82912758a5','2026-07-03T18:15:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"KcJc4s / 9s9c5d4d3s / JdTd8d6d4h","Bob":"6c5c2s / AsAc7d6h3h / Qs7c7s9d9h","Cy":"foul"},"button":"Ann","fantasyland":{"Ann":14}}','ae95acd5f99313b6467ee69633457ce36e53421951adeed2360c400218154a0f');
INSERT INTO "events" VALUES(1,5,'450adc1afe702022','2026-07-03T18:15:00Z','+02:00','fix','{"kind":"fix","entry":1,"boards":{"Ann":"foul"},"difference":true}','4b71030d701cbb9741de9b9298fa5a80fa85148cef02d273b6b866997bb568dc');
INSERT INTO "events" VALUES(1,6,'b8e8595ce9b23e47','2026-07-03T18:15:00Z','+02:00','buy','{"kind":"buy","points":{"Ann":20}}','41235561064ca64891bc865a36405030a78d175e212c06a5047a0730b15de78a');
INSERT INTO "events" VALUES(1,7,'a16c4e8250e532d2','2026-07-03T18:15:00Z','+02:00','expense','{"kind":"expense","by":"Ann","amount":999,"sharers":["Ann","Bob","Cy"],"why":"pizza"}','e2524f8e11f23bcde6c71c68a0391e4eec635c9e89bcf2c9c62e3396d9368504');
INSERT INTO "events" VALUES(1,8,'6a833a24e8a25329','2026-07-03T18:15:00Z','+02:00','pay','{"kind":"pay","payer":"Bob","payee":"Cy","amount":50}','5f51160eb178606cbf7d49718a27b41f3189fee1d3aeb4d4bf6217241a695d99');
INSERT INTO "events" VALUES(2,1,'a0e65504a5175eda','2026-07-03T18:16:00Z','+02:00','pay','{"kind":"pay","payer":"Bob","payee":"Ann","amount":1000}','73f8ed86e78b9acb23ce78aba7c7b4ece42d1a9feef02fee767aeaa6b6c8c31d');
INSERT INTO "events" VALUES(2,2,'12c13567f9162837','2026-07-03T18:17:00Z','+02:00','join','{"kind":"join","name":"Cy","after":"Bob"}','01dbaf90799f38b1ad997ed793a2f65f67cd01ccfa532ec166d2f893ae133942');
INSERT INTO "events" VALUES(2,3,'4fb75ec4ccdec3b5','2026-07-03T18:18:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"KhKc5s / 9dTdQsKdJd / 4h4d2h2d2s","Bob":"4s8s7c / Tc8h9c4c6h / 3d2c7h6c9s","Cy":"Ac6sAh / 5h3hJoQhJo / Js8dJcJh8c"},"button":"Bob","fantasyland":{}}','0b3b592fc1c82d8d55de567f9efc61ce790ace1755a3daa1572f10db964e8f9e');
INSERT INTO "events" VALUES(2,4,'a3e3fad54b63a42e','2026-07-03T18:19:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"JJJ / 5A423 / 3TTTT","Bob":"-","Cy":"423 / 8s8hJoKs8c / 77377"},"button":"Cy","fantasyland":{"Ann":15,"Cy":16},"forced":true}','4d9d2ccd1920526971adc366bc7c5ee1de3908715d52ffabf3a2fd4ab5c4bc28');
INSERT INTO "events" VALUES(2,5,'74da0fed5ac2b404','2026-07-03T18:20:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"4c3s2d / 79856 / JhAcAhAdAs","Bob":"4d2s3d / 7s4hKh7c7h / 3c2c9c5c8c","Cy":"KsKc6c / Qs6sQd9dQc / 2hTdTsTcTh"},"button":"Ann","fantasyland":{"Ann":15,"Cy":16}}','4e706691a7af7d24560fd719b307276a1cf22351dd1f08e48593d25741003d4e');
INSERT INTO "events" VALUES(2,6,'6bdb2a51a49b3aba','2026-07-03T18:21:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"4sQcQd / 5s3h5h9h3s / 9sQsJoThJo","Bob":"9d4d9c / 6sKcKh6cKs / 6d3c4c2d5d","Cy":"2c3d4h / TsTd5cTc2s / 7c7sAh7h7d"},"button":"Bob","fantasyland":{"Ann":15,"Cy":16}}','31b2a5554f734d6b03ee0ae56c61974938dd19de03f4ce72096947286b71f6c5');
INSERT INTO "events" VALUES(2,7,'e75e399e9307ed79','2026-07-03T18:22:00Z','+02:00','adjust','{"kind":"adjust","payer":"Ann","payee":"Cy","points":5,"why":"exposed card"}','aa1a602e11875ce91ae9a2c6028a35604f2d33230d4ea0de0de12976cb6ce8a4');
INSERT INTO "events" VALUES(2,8,'c94bd723f52e08e5','2026-07-03T18:23:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"2hJcJs / 5c8h7s6h4h / 4s3c3d4dJo","Bob":"KdKs6d / AcJoKhJdQc / 6s6c7d7c7h","Cy":"foul"},"button":"Cy","fantasyland":{"Cy":16}}','3959bb6c7e071d5b74e51a2843964b0d775290dbbd7699005f99d81c5b5eec96');
INSERT INTO "events" VALUES(2,9,'f25a41c84368ed91','2026-07-03T18:24:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"Ac4sAd / 3h7c7s3d5c / 8h7hAhJh5h","Bob":"4K6 / Q28Q8 / 2354A","Cy":"45K / JJ3JK / Qc2c8cTcKc"},"button":"Ann","fantasyland":{"Bob":15}}','32f077890a6ad2402d16b45257b0029292b180f82a6cbfb9380c65be7ce44714');
INSERT INTO "events" VALUES(2,10,'ddb34b062afa32ab','2026-07-03T18:25:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"5dJd7c / 3hQhTdJc6h / JsJh6d2dJo","Bob":"4dAc4s / 5hAs3c2s4c / 9s6s5c7d8d","Cy":"A4A / 59768 / 8Q8QQ"},"button":"Bob","fantasyland":{"Ann":16}}','c657c387de237ad8f3957874aae5ff66159bd90dbbe9ab0d0955f26241c9a2eb');
INSERT INTO "events" VALUES(2,11,'c779b372daa4acb3','2026-07-03T18:26:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"KdKs5c / 7sTc7d7cQh / 4d4c4s4h6h","Bob":"2d6c3d / Jd8dKc8s2h / AsAd3h9s6s","Cy":"JJJ / 8h5d5s7h5h / JoJoAcQc9h"},"button":"Ann","fantasyland":{"Bob":15},"before":9}','cc372dcc8fe9f66a642197e5c4636711a25851473e8dac75bfa3121d7de6d9e0');
INSERT INTO "events" VALUES(2,12,'0a96a3255cbdc81f','2026-07-03T18:27:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"TcJo8d / Jh9hAh6h8s / 3d6d9dKh4h","Bob":"JoTd4d / QJA96 / Q85Q3","Cy":"3h5d2c / 2d2sJcKd2h / Kc7h7c7d7s"},"button":"Bob","fantasyland":{"Cy":16}}','e4b78050cdc26213ad7522c88ce5d12bd7f5a30897a9d337a5b86994e2f0ddd6');
INSERT INTO "events" VALUES(2,13,'ac2490fdb93ea984','2026-07-03T18:28:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"4s4h4d / Td8d9dKdAd / 9c7c7h7s7d","Bob":"-","Cy":"5c2c3s / 2sAs2hQd2d / 6h6cJo6sJo"},"button":"Cy","fantasyland":{"Cy":16},"forced":true}','56da3ea8adb5d806453bcaa08aa9920253a4398852acaa2a9468f2018448a440');
INSERT INTO "events" VALUES(2,14,'50a662ea46c35f4a','2026-07-03T18:29:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"QcAd3h / 3d9c7s7c6h / Jo4hJdAhAs","Bob":"Ac8c8s / 7h8hTd9hJh / 2d9d4d6d7d","Cy":"5T8 / 464KK / 55K5Q"},"button":"Ann","fantasyland":{"Ann":17,"Cy":16}}','40abee0df0439a89e82f8b15e42f2926e8f045f46641dd96668efdab9d162eba');
INSERT INTO "events" VALUES(2,15,'8fcf2863283b8674','2026-07-03T18:30:00Z','+02:00','expense','{"kind":"expense","by":"Cy","amount":1000,"sharers":["Ann","Bob","Cy"],"why":"pizza"}','7bab64b38b41b68c2645a8ce954bd91ccd82193fb83ff94492e1ab458f20def3');
INSERT INTO "events" VALUES(2,16,'03835d6fdee6d62c','2026-07-03T18:31:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"Jd3c2c / QsJh4h8c8h / 7d8dTsTdQc","Bob":"4dAhJc / JoKs8s6dAc / 4sAs3s5s2s","Cy":"9d9c9h / 5d3d4c2h6c / KcKh5c5hKd"},"button":"Bob","fantasyland":{}}','2eec39d339965a2aebb8b76170178a72b033d24cc28702fbd078429829fd250b');
INSERT INTO "events" VALUES(2,17,'e417bce707cb404f','2026-07-03T18:32:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"foul","Bob":"Ac9c9s / 3hKcQcKs3c / 9h6hAhQh8h","Cy":"K5K / 3s6s5d5s5h / 2h7d7s7h7c"},"button":"Cy","fantasyland":{"Cy":17}}','d8584d04a17b521fe859247f3bb09e89413eb681e6c1290358a6dac603f94680');
INSERT INTO "events" VALUES(2,18,'def446912b117fc1','2026-07-03T18:33:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"7dTsQh / 3sAhKd6hKs / 7h6c3c4h5c","Bob":"JhJsJo / JcAd8cAcAs / 6d3d5h4d7s","Cy":"7cTh3h / 9dTd9h6s8d / Kc2c5d2h4c"},"button":"Ann","fantasyland":{"Cy":17}}','ee4e121256acd33752858bf1a1a1ee0ae62fa32067192528f7bee954f4216c7f');
INSERT INTO "events" VALUES(2,19,'6e847c2445ce7c8a','2026-07-03T18:34:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"-","Bob":"4dAd6h / As3h3d7s6s / Jc2c2h2d2s","Cy":"JoJoAc / 5h8dKcAh5c / KdKh6d8cTs"},"button":"Cy","fantasyland":{"Cy":17},"forced":true,"before":17}','4623bebfd77b02aef7bb1b8f441fa33c5883085a569c5839e2f0bcf05b334370');
INSERT INTO "events" VALUES(2,20,'bfc97f1de8e092b9','2026-07-03T18:35:00Z','+02:00','fix','{"kind":"fix","entry":16,"boards":{"Cy":"foul"}}','9418f8878a352ecbed4d826c02f1e401d9fd2eaed7f94879fe146e83515a8b66');
INSERT INTO "events" VALUES(2,21,'34334c7877afa330','2026-07-03T18:36:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"3h4hJo / 94557 / 3AAA3","Bob":"Td2h4c / 6hJs2s8h7d / QsKs6dKdTs","Cy":"2d9hJo / QcTc4sJh7h / 6sKhJcQd8d"},"button":"Bob","fantasyland":{"Bob":17}}','9564fd735700ddc6c5f34b7408e01b48d06e1d81d4b2bfc6a55df533c022b254');
INSERT INTO "events" VALUES(2,22,'d3d6cbac72b6caec','2026-07-03T18:37:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"Qs4cAs / KdJo7hJoAh / QhQd6d6sTd","Bob":"Qc5hJs / Ac5s9cTh3c / 7c7d2s5d3h","Cy":"2d4d4s / 7s4h8d8sAd / 6h8c6cJcJd"},"button":"Cy","fantasyland":{}}','19a5ec85b21b387cca32e2e64209926d141e2853bfd330b1085f90f39498b88a');
INSERT INTO "events" VALUES(2,23,'4ecbd92b8d8edeb0','2026-07-03T18:38:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"JoKsKd / 5s2d8c5c5h / AsAcAh2hAd","Bob":"6h4dKc / 6d2sQsJdJs / 9h8d7s6sTs","Cy":"3s7hTd / Jh4hQh3h8h / 4c9cJo4s9d"},"button":"Cy","fantasyland":{},"before":22}','3cac6e64ded4cb0f24b13dafef25b4fbe5b2025cde3d467360a5cfe540e62498');
INSERT INTO "events" VALUES(2,24,'6692f5a044ae2ff4','2026-07-03T18:39:00Z','+02:00','owe','{"kind":"owe","debtor":"Cy","creditor":"Ann","amount":1,"why":"last week"}','bb1bea1c02315cc489bff01be8356632a6119f816472cbf0cb9bd6490992aa0d');
INSERT INTO "events" VALUES(2,25,'e7d41ed85222f9ae','2026-07-03T18:40:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"4dJhJd / 6sJo9h5s7s / 5h6h4hJoAh","Bob":"4c8c9s / T8529 / 2A673","Cy":"3d2hTs / Qc9c7d4sKh / 5cJsKdKsKc"},"button":"Ann","fantasyland":{}}','667852a253e01a813141eca6ca922391efa902d4df362979b7712bc23aa149a4');
INSERT INTO "events" VALUES(2,26,'51a92818d9f79b06','2026-07-03T18:41:00Z','+02:00','hand','{"kind":"hand","boards":{"Ann":"JoThJo / AsAdAhKc8s / 2hQhKh8h9h","Bob":"foul","Cy":"KsJc9c / 5h5sQd5c2s / 2d4c5dAc3d"},"button":"Bob","fantasyland":{}}','1a3b938bd7c83125b73a291f1b05b3836cedff3d016429be77d3f08739415b30');
INSERT INTO "events" VALUES(3,1,'d2520bd68f362f94','2026-07-03T18:15:00Z','+02:00','hand','{"kind":"hand","boards":{"Gus":"QhQd2c / KsKd8h8c3d / AhTh7h5h2h","Annie":"KcJc4s / 9s9c5d4d3s / JdTd8d6d4h"},"button":"Gus","fantasyland":{}}','0cf847317e8e7b54af7df390eb7584e0bb7b737d4b3085eea4e332733017b509');
CREATE TABLE hands (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        entry INTEGER NOT NULL,
        set_number INTEGER,
        ruleset TEXT,
        button TEXT,
        voided INTEGER NOT NULL,
        fixed INTEGER NOT NULL,
        set_over INTEGER NOT NULL,
        flags INTEGER NOT NULL,
        PRIMARY KEY (session, hand)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "hands" VALUES(1,1,1,1,'pineapple','Anna',0,1,0,0);
INSERT INTO "hands" VALUES(1,2,4,1,'pineapple','Anna',0,0,0,0);
INSERT INTO "hands" VALUES(2,1,3,1,'moves-joker','Bob',0,0,0,0);
INSERT INTO "hands" VALUES(2,2,4,1,'moves-joker','Cy',0,0,0,1);
INSERT INTO "hands" VALUES(2,3,5,1,'moves-joker','Anna',0,0,0,0);
INSERT INTO "hands" VALUES(2,4,6,1,'moves-joker','Bob',0,0,0,0);
INSERT INTO "hands" VALUES(2,5,8,1,'moves-joker','Cy',0,0,0,0);
INSERT INTO "hands" VALUES(2,6,11,1,'moves-joker','Anna',0,0,0,0);
INSERT INTO "hands" VALUES(2,7,9,1,'moves-joker','Anna',0,0,0,2);
INSERT INTO "hands" VALUES(2,8,10,1,'moves-joker','Bob',0,0,0,0);
INSERT INTO "hands" VALUES(2,9,12,1,'moves-joker','Bob',0,0,0,1);
INSERT INTO "hands" VALUES(2,10,13,1,'moves-joker','Cy',0,0,0,1);
INSERT INTO "hands" VALUES(2,11,14,1,'moves-joker','Anna',0,0,1,0);
INSERT INTO "hands" VALUES(2,12,16,2,'moves-joker','Bob',0,1,0,0);
INSERT INTO "hands" VALUES(2,13,19,2,'moves-joker','Cy',0,0,0,2);
INSERT INTO "hands" VALUES(2,14,17,2,'moves-joker','Cy',0,0,0,2);
INSERT INTO "hands" VALUES(2,15,18,2,'moves-joker','Anna',0,0,0,0);
INSERT INTO "hands" VALUES(2,16,21,2,'moves-joker','Bob',0,0,1,0);
INSERT INTO "hands" VALUES(2,17,23,3,'moves-joker','Cy',0,0,0,0);
INSERT INTO "hands" VALUES(2,18,22,3,'moves-joker','Cy',0,0,0,2);
INSERT INTO "hands" VALUES(2,19,25,3,'moves-joker','Anna',0,0,0,0);
INSERT INTO "hands" VALUES(2,20,26,3,'moves-joker','Bob',0,0,0,0);
INSERT INTO "hands" VALUES(3,1,1,1,'pineapple','Gus',0,0,0,0);
CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL,
        merged_into INTEGER REFERENCES players(id),
        created TEXT NOT NULL
    ) STRICT;
INSERT INTO "players" VALUES(1,'Anna','anna',NULL,'2026-07-03T18:15:00Z');
INSERT INTO "players" VALUES(2,'Bob','bob',NULL,'2026-07-03T18:15:00Z');
INSERT INTO "players" VALUES(3,'Cy','cy',NULL,'2026-07-03T18:15:00Z');
INSERT INTO "players" VALUES(4,'Gus','gus',NULL,'2026-07-03T18:15:00Z');
INSERT INTO "players" VALUES(5,'Annie','annie',1,'2026-07-03T18:15:00Z');
CREATE TABLE results (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        player TEXT NOT NULL,
        net INTEGER NOT NULL,
        row_points INTEGER NOT NULL,
        scoop_points INTEGER NOT NULL,
        overall_points INTEGER NOT NULL,
        royalty_points INTEGER NOT NULL,
        penalty_points INTEGER NOT NULL,
        natural_points INTEGER NOT NULL,
        cap_points INTEGER NOT NULL,
        scoops_taken INTEGER NOT NULL,
        scoops_given INTEGER NOT NULL,
        royalties INTEGER NOT NULL,
        royalties_top INTEGER NOT NULL,
        royalties_middle INTEGER NOT NULL,
        royalties_bottom INTEGER NOT NULL,
        foul INTEGER NOT NULL,
        fantasyland INTEGER,
        next_fantasyland INTEGER,
        stack INTEGER,
        board TEXT NOT NULL,
        PRIMARY KEY (session, hand, player)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,1,'Anna',-6,-3,-3,0,0,0,0,0,0,1,0,0,0,0,1,NULL,NULL,134,'foul');
INSERT INTO "results" VALUES(1,1,'Bob',-6,-3,-3,0,0,0,0,0,0,1,0,0,0,0,1,NULL,NULL,77,'KcJc4s / 9s9c5d4d3s / JdTd8d6d4h');
INSERT INTO "results" VALUES(1,1,'Cy',12,6,6,0,0,0,0,0,2,0,0,0,0,0,0,NULL,NULL,89,'6c5c2s / AsAc7d6h3h / Qs7c7s9d9h');
INSERT INTO "results" VALUES(1,2,'Anna',-6,-3,-3,0,0,0,0,0,0,1,0,0,0,0,1,14,NULL,128,'KcJc4s / 9s9c5d4d3s / JdTd8d6d4h');
INSERT INTO "results" VALUES(1,2,'Bob',12,6,6,0,0,0,0,0,2,0,0,0,0,0,0,NULL,NULL,89,'6c5c2s / AsAc7d6h3h / Qs7c7s9d9h');
INSERT INTO "results" VALUES(1,2,'Cy',-6,-3,-3,0,0,0,0,0,0,1,0,0,0,0,1,NULL,NULL,83,'foul');
INSERT INTO "results" VALUES(2,1,'Anna',13,0,0,0,13,0,0,0,1,1,18,8,4,6,0,NULL,15,NULL,'KhKc5s / 9dTdQsKdJd / 4h4d2h2d2s');
INSERT INTO "results" VALUES(2,1,'Bob',-53,-6,-6,0,-41,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'4s8s7c / Tc8h9c4c6h / 3d2c7h6c9s');
INSERT INTO "results" VALUES(2,1,'Cy',40,6,6,0,28,0,0,0,2,0,23,9,8,6,0,NULL,16,NULL,'Ac6sAh / 5h3hJoQhJo / Js8dJcJh8c');
INSERT INTO "results" VALUES(2,2,'Anna',12,1,0,0,11,0,0,0,0,0,33,19,4,10,0,15,15,NULL,'JJJ / 5A423 / 3TTTT');
INSERT INTO "results" VALUES(2,2,'Cy',-12,-1,0,0,-11,0,0,0,0,0,22,0,12,10,0,16,16,NULL,'423 / 8s8hJoKs8c / 77377');
INSERT INTO "results" VALUES(2,3,'Anna',5,3,0,0,2,0,0,0,0,0,14,0,4,10,0,15,15,NULL,'4c3s2d / 79856 / JhAcAhAdAs');
INSERT INTO "results" VALUES(2,3,'Bob',-30,-5,-3,0,-22,0,0,0,0,1,6,0,2,4,0,NULL,NULL,NULL,'4d2s3d / 7s4hKh7c7h / 3c2c9c5c8c');
INSERT INTO "results" VALUES(2,3,'Cy',25,2,3,0,20,0,0,0,1,0,20,8,2,10,0,16,16,NULL,'KsKc6c / Qs6sQd9dQc / 2hTdTsTcTh');
INSERT INTO "results" VALUES(2,4,'Anna',11,2,3,0,6,0,0,0,1,0,9,7,0,2,0,15,NULL,NULL,'4sQcQd / 5s3h5h9h3s / 9sQsJoThJo');
INSERT INTO "results" VALUES(2,4,'Bob',-33,-6,-6,0,-21,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'9d4d9c / 6sKcKh6cKs / 6d3c4c2d5d');
INSERT INTO "results" VALUES(2,4,'Cy',22,4,3,0,15,0,0,0,1,0,12,0,2,10,0,16,16,NULL,'2c3d4h / TsTd5cTc2s / 7c7sAh7h7d');
INSERT INTO "results" VALUES(2,5,'Anna',14,0,0,0,14,0,0,0,1,1,16,6,4,6,0,NULL,NULL,NULL,'2hJcJs / 5c8h7s6h4h / 4s3c3d4dJo');
INSERT INTO "results" VALUES(2,5,'Bob',32,6,6,0,20,0,0,0,2,0,18,8,4,6,0,NULL,15,NULL,'KdKs6d / AcJoKhJdQc / 6s6c7d7c7h');
INSERT INTO "results" VALUES(2,5,'Cy',-46,-6,-6,0,-34,0,0,0,0,2,0,0,0,0,1,16,NULL,NULL,'foul');
INSERT INTO "results" VALUES(2,6,'Anna',52,6,6,0,40,0,0,0,2,0,20,8,2,10,0,NULL,15,NULL,'KdKs5c / 7sTc7d7cQh / 4d4c4s4h6h');
INSERT INTO "results" VALUES(2,6,'Bob',-20,0,0,0,-20,0,0,0,1,1,0,0,0,0,0,15,NULL,NULL,'2d6c3d / Jd8dKc8s2h / AsAd3h9s6s');
INSERT INTO "results" VALUES(2,6,'Cy',-32,-6,-6,0,-20,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'JJJ / 8h5d5s7h5h / JoJoAcQc9h');
INSERT INTO "results" VALUES(2,7,'Anna',20,2,0,0,18,0,0,0,0,0,13,9,0,4,0,NULL,16,NULL,'Ac4sAd / 3h7c7s3d5c / 8h7hAhJh5h');
INSERT INTO "results" VALUES(2,7,'Bob',-17,-2,0,0,-15,0,0,0,0,0,2,0,0,2,0,15,NULL,NULL,'4K6 / Q28Q8 / 2354A');
INSERT INTO "results" VALUES(2,7,'Cy',-3,0,0,0,-3,0,0,0,0,0,6,0,2,4,0,NULL,NULL,NULL,'45K / JJ3JK / Qc2c8cTcKc');
INSERT INTO "results" VALUES(2,8,'Anna',-37,-6,-6,0,-25,0,0,0,0,2,0,0,0,0,0,16,NULL,NULL,'5dJd7c / 3hQhTdJc6h / JsJh6d2dJo');
INSERT INTO "results" VALUES(2,8,'Bob',-7,0,0,0,-7,0,0,0,1,1,6,0,4,2,0,NULL,NULL,NULL,'4dAc4s / 5hAs3c2s4c / 9s6s5c7d8d');
INSERT INTO "results" VALUES(2,8,'Cy',44,6,6,0,32,0,0,0,2,0,19,9,4,6,0,NULL,16,NULL,'A4A / 59768 / 8Q8QQ');
INSERT INTO "results" VALUES(2,9,'Anna',-24,-6,-6,0,-12,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'TcJo8d / Jh9hAh6h8s / 3d6d9dKh4h');
INSERT INTO "results" VALUES(2,9,'Bob',-7,2,3,0,-12,0,0,0,1,0,0,0,0,0,0,NULL,NULL,NULL,'JoTd4d / QJA96 / Q85Q3');
INSERT INTO "results" VALUES(2,9,'Cy',31,4,3,0,24,0,0,0,1,0,12,0,2,10,0,16,16,NULL,'3h5d2c / 2d2sJcKd2h / Kc7h7c7d7s');
INSERT INTO "results" VALUES(2,10,'Anna',24,3,3,0,18,0,0,0,1,0,30,12,8,10,0,NULL,17,NULL,'4s4h4d / Td8d9dKdAd / 9c7c7h7s7d');
INSERT INTO "results" VALUES(2,10,'Cy',-24,-3,-3,0,-18,0,0,0,0,1,12,0,2,10,0,16,16,NULL,'5c2c3s / 2sAs2hQd2d / 6h6cJo6sJo');
INSERT INTO "results" VALUES(2,11,'Anna',-16,-2,-3,0,-11,0,0,0,0,1,0,0,0,0,0,17,NULL,NULL,'QcAd3h / 3d9c7s7c6h / Jo4hJdAhAs');
INSERT INTO "results" VALUES(2,11,'Bob',34,6,6,0,22,0,0,0,2,0,11,3,4,4,0,NULL,NULL,NULL,'Ac8c8s / 7h8hTd9hJh / 2d9d4d6d7d');
INSERT INTO "results" VALUES(2,11,'Cy',-18,-4,-3,0,-11,0,0,0,0,1,0,0,0,0,0,16,NULL,NULL,'5T8 / 464KK / 55K5Q');
INSERT INTO "results" VALUES(2,12,'Anna',-15,0,0,0,-15,0,0,0,1,1,0,0,0,0,0,NULL,NULL,NULL,'Jd3c2c / QsJh4h8c8h / 7d8dTsTdQc');
INSERT INTO "results" VALUES(2,12,'Bob',42,6,6,0,30,0,0,0,2,0,15,0,0,15,0,NULL,NULL,NULL,'4dAhJc / JoKs8s6dAc / 4sAs3s5s2s');
INSERT INTO "results" VALUES(2,12,'Cy',-27,-6,-6,0,-15,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'foul');
INSERT INTO "results" VALUES(2,13,'Bob',9,-1,0,0,10,0,0,0,0,0,10,0,0,10,0,NULL,NULL,NULL,'4dAd6h / As3h3d7s6s / Jc2c2h2d2s');
INSERT INTO "results" VALUES(2,13,'Cy',-9,1,0,0,-10,0,0,0,0,0,0,0,0,0,0,17,NULL,NULL,'JoJoAc / 5h8dKcAh5c / KdKh6d8cTs');
INSERT INTO "results" VALUES(2,14,'Anna',-40,-6,-6,0,-28,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'foul');
INSERT INTO "results" VALUES(2,14,'Bob',-4,0,0,0,-4,0,0,0,1,1,8,4,0,4,0,NULL,NULL,NULL,'Ac9c9s / 3hKcQcKs3c / 9h6hAhQh8h');
INSERT INTO "results" VALUES(2,14,'Cy',44,6,6,0,32,0,0,0,2,0,20,8,2,10,0,17,17,NULL,'K5K / 3s6s5d5s5h / 2h7d7s7h7c');
INSERT INTO "results" VALUES(2,15,'Anna',-15,1,3,0,-19,0,0,0,1,0,2,0,0,2,0,NULL,NULL,NULL,'7dTsQh / 3sAhKd6hKs / 7h6c3c4h5c');
INSERT INTO "results" VALUES(2,15,'Bob',52,5,3,0,44,0,0,0,1,0,23,19,2,2,0,NULL,17,NULL,'JhJsJo / JcAd8cAcAs / 6d3d5h4d7s');
INSERT INTO "results" VALUES(2,15,'Cy',-37,-6,-6,0,-25,0,0,0,0,2,0,0,0,0,1,17,NULL,NULL,'7cTh3h / 9dTd9h6s8d / Kc2c5d2h4c');
INSERT INTO "results" VALUES(2,16,'Anna',24,6,6,0,12,0,0,0,2,0,6,0,0,6,0,NULL,NULL,NULL,'3h4hJo / 94557 / 3AAA3');
INSERT INTO "results" VALUES(2,16,'Bob',-13,-4,-3,0,-6,0,0,0,0,1,0,0,0,0,0,17,NULL,NULL,'Td2h4c / 6hJs2s8h7d / QsKs6dKdTs');
INSERT INTO "results" VALUES(2,16,'Cy',-11,-2,-3,0,-6,0,0,0,0,1,0,0,0,0,0,NULL,NULL,NULL,'2d9hJo / QcTc4sJh7h / 6sKhJcQd8d');
INSERT INTO "results" VALUES(2,17,'Anna',31,4,3,0,24,0,0,0,1,0,20,8,2,10,0,NULL,15,NULL,'JoKsKd / 5s2d8c5c5h / AsAcAh2hAd');
INSERT INTO "results" VALUES(2,17,'Bob',-37,-4,-3,0,-30,0,0,0,0,1,2,0,0,2,0,NULL,NULL,NULL,'6h4dKc / 6d2sQsJdJs / 9h8d7s6sTs');
INSERT INTO "results" VALUES(2,17,'Cy',6,0,0,0,6,0,0,0,0,0,14,0,8,6,0,NULL,NULL,NULL,'3s7hTd / Jh4hQh3h8h / 4c9cJo4s9d');
INSERT INTO "results" VALUES(2,18,'Anna',7,4,3,0,0,0,0,0,1,0,0,0,0,0,0,NULL,NULL,NULL,'Qs4cAs / KdJo7hJoAh / QhQd6d6sTd');
INSERT INTO "results" VALUES(2,18,'Bob',-12,-6,-6,0,0,0,0,0,0,2,0,0,0,0,0,NULL,NULL,NULL,'Qc5hJs / Ac5s9cTh3c / 7c7d2s5d3h');
INSERT INTO "results" VALUES(2,18,'Cy',5,2,3,0,0,0,0,0,1,0,0,0,0,0,0,NULL,NULL,NULL,'2d4d4s / 7s4h8d8sAd / 6h8c6cJcJd');
INSERT INTO "results" VALUES(2,19,'Anna',40,6,6,0,28,0,0,0,2,0,14,6,4,4,0,NULL,NULL,NULL,'4dJhJd / 6sJo9h5s7s / 5h6h4hJoAh');
INSERT INTO "results" VALUES(2,19,'Bob',-26,-6,-6,0,-14,0,0,0,0,2,0,0,0,0,0,NULL,NULL,NULL,'4c8c9s / T8529 / 2A673');
INSERT INTO "results" VALUES(2,19,'Cy',-14,0,0,0,-14,0,0,0,1,1,0,0,0,0,0,NULL,NULL,NULL,'3d2hTs / Qc9c7d4sKh / 5cJsKdKsKc');
INSERT INTO "results" VALUES(2,20,'Anna',56,6,6,0,44,0,0,0,2,0,24,18,2,4,0,NULL,17,NULL,'JoThJo / AsAdAhKc8s / 2hQhKh8h9h');
INSERT INTO "results" VALUES(2,20,'Bob',-40,-6,-6,0,-28,0,0,0,0,2,0,0,0,0,1,NULL,NULL,NULL,'foul');
INSERT INTO "results" VALUES(2,20,'Cy',-16,0,0,0,-16,0,0,0,1,1,4,0,2,2,0,NULL,NULL,NULL,'KsJc9c / 5h5sQd5c2s / 2d4c5dAc3d');
INSERT INTO "results" VALUES(3,1,'Anna',-17,-3,-3,0,-11,0,0,0,0,1,0,0,0,0,1,NULL,NULL,83,'KcJc4s / 9s9c5d4d3s / JdTd8d6d4h');
INSERT INTO "results" VALUES(3,1,'Gus',17,3,3,0,11,0,0,0,1,0,11,7,0,4,0,NULL,14,117,'QhQd2c / KsKd8h8c3d / AhTh7h5h2h');
CREATE TABLE rulesets (
        fingerprint TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        mapping TEXT NOT NULL
    ) STRICT;
INSERT INTO "rulesets" VALUES('452e92957d079864','pineapple','{"notes":"Deal: five cards, then three cards, four times: set two, lay one face down.\nDiscards stay face down and are never shuffled back.\nFantasyland: 14 cards at once, 13 are set face down and one is discarded; shown when everybody else has finished.\nAgree before the first hand: may the player in Fantasyland look at the others'' boards while setting? Houses differ.\n","players":{"min":2,"max":3},"deck":{"jokers":0},"deal":{"first":5,"then":3,"keep":2},"dealer_sits_out":false,"points":{"row":1,"scoop":3,"overall":0},"rows":{"middle":"high"},"royalties":{"paid":"all","mode":"add","top":{"pair":{"6":1,"7":2,"8":3,"9":4,"T":5,"J":6,"Q":7,"K":8,"A":9},"trips":{"2":10,"3":11,"4":12,"5":13,"6":14,"7":15,"8":16,"9":17,"T":18,"J":19,"Q":20,"K":21,"A":22}},"middle":{"three-of-a-kind":2,"straight":4,"flush":8,"full-house":12,"four-of-a-kind":20,"straight-flush":30,"royal-flush":50},"bottom":{"straight":2,"flush":4,"full-house":6,"four-of-a-kind":10,"straight-flush":15,"royal-flush":25}},"foul":{"pays":"scoop","pays_royalties":true,"tie_legal":true},"fantasyland":{"enter":[{"top":"QQ","cards":14}],"stay":[{"top":"trips"},{"bottom":"four-of-a-kind"}],"stay_cards":14,"button":"frozen","last_player":"buy-in"},"naturals":"none","surrender":"none","count":{"order":"pairs","loser_cap":true,"winner_cap":true,"bust_leaves_hand":false},"set":{"rebuy":"set-end","join":"set-start","sit_out":"forced"},"name":"pineapple","title":"Pineapple"}');
INSERT INTO "rulesets" VALUES('107fa3edf0268da8','turbo','{"notes":"Deal: five cards, then four, then four. All cards are set face up.\nFantasyland: 13 cards at once, set face down, shown when everybody else has finished.\nAgree before the first hand: may the player in Fantasyland look at the others'' boards while setting? Houses differ.\n","players":{"min":2,"max":4},"deck":{"jokers":0},"deal":{"first":5,"then":4,"keep":4},"dealer_sits_out":false,"points":{"row":1,"scoop":3,"overall":0},"rows":{"middle":"high"},"royalties":{"paid":"all","mode":"add","top":{"pair":{"6":1,"7":2,"8":3,"9":4,"T":5,"J":6,"Q":7,"K":8,"A":9},"trips":{"2":10,"3":11,"4":12,"5":13,"6":14,"7":15,"8":16,"9":17,"T":18,"J":19,"Q":20,"K":21,"A":22}},"middle":{"three-of-a-kind":2,"straight":4,"flush":8,"full-house":12,"four-of-a-kind":20,"straight-flush":30,"royal-flush":50},"bottom":{"straight":2,"flush":4,"full-house":6,"four-of-a-kind":10,"straight-flush":15,"royal-flush":25}},"foul":{"pays":"scoop","pays_royalties":true,"tie_legal":true},"fantasyland":{"enter":[{"top":"QQ","cards":13}],"stay":[{"top":"trips"},{"middle":"full-house"},{"bottom":"four-of-a-kind"}],"stay_cards":13,"button":"frozen","last_player":"buy-in"},"naturals":"none","surrender":"none","count":{"order":"pairs","loser_cap":true,"winner_cap":true,"bust_leaves_hand":false},"set":{"rebuy":"set-end","join":"set-start","sit_out":"forced"},"name":"turbo","title":"Turbo OFC"}');
INSERT INTO "rulesets" VALUES('0b89ebf7fd5d587d','moves-joker','{"name":"moves-joker","title":"joker-ultimate","notes":"Discards stay face down.","players":{"min":2,"max":3},"deck":{"jokers":2},"deal":{"first":5,"then":3,"keep":2},"dealer_sits_out":false,"points":{"row":1,"scoop":3,"overall":0},"rows":{"middle":"high"},"royalties":{"paid":"all","mode":"add","top":{"pair":{"6":1,"7":2,"8":3,"9":4,"T":5,"J":6,"Q":7,"K":8,"A":9},"trips":{"2":10,"3":11,"4":12,"5":13,"6":14,"7":15,"8":16,"9":17,"T":18,"J":19,"Q":20,"K":21,"A":22}},"middle":{"three-of-a-kind":2,"straight":4,"flush":8,"full-house":12,"four-of-a-kind":20,"straight-flush":30,"royal-flush":50},"bottom":{"straight":2,"flush":4,"full-house":6,"four-of-a-kind":10,"straight-flush":15,"royal-flush":25}},"foul":{"pays":"scoop","pays_royalties":true,"tie_legal":true},"fantasyland":{"enter":[{"top":"QQ","cards":14},{"top":"KK","cards":15},{"top":"AA","cards":16},{"top":"trips","cards":17}],"stay":[{"top":"trips"},{"bottom":"four-of-a-kind"}],"stay_cards":"entry","button":"moves","last_player":"lapse"},"naturals":"none","surrender":"none","count":{"order":"pairs","loser_cap":true,"winner_cap":true,"bust_leaves_hand":false},"set":{"rebuy":"any-hand","join":"any-hand","sit_out":"forced"}}');
CREATE TABLE session_players (
        session INTEGER NOT NULL REFERENCES sessions(id),
        seat TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        PRIMARY KEY (session, seat)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "session_players" VALUES(1,'Ann',1);
INSERT INTO "session_players" VALUES(2,'Ann',1);
INSERT INTO "session_players" VALUES(3,'Annie',1);
INSERT INTO "session_players" VALUES(1,'Bob',2);
INSERT INTO "session_players" VALUES(2,'Bob',2);
INSERT INTO "session_players" VALUES(1,'Cy',3);
INSERT INTO "session_players" VALUES(2,'Cy',3);
INSERT INTO "session_players" VALUES(3,'Gus',4);
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        date TEXT NOT NULL,
        zone TEXT NOT NULL,
        started TEXT NOT NULL,
        utc_offset TEXT NOT NULL,
        ruleset TEXT NOT NULL REFERENCES rulesets(fingerprint),
        point_minor INTEGER,
        currency TEXT,
        setup TEXT NOT NULL,
        opening TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'aside')),
        entries INTEGER NOT NULL DEFAULT 0,
        checksum TEXT NOT NULL,
        content TEXT NOT NULL
    ) STRICT;
INSERT INTO "sessions" VALUES(1,'08560323b761f25e','','2026-07-03','Europe/Berlin','2026-07-03T18:15:00Z','+02:00','452e92957d079864',25,'EUR','{"rules":"452e92957d079864","players":{"Ann":100,"Bob":100,"Cy":100},"button":"Ann","date":"2026-07-03","point":{"minor":25,"currency":"EUR"}}','99fff79fce89b03519180f6aa25e8648d00fb03087e34de4d1411781616c3021','aside',8,'5f51160eb178606cbf7d49718a27b41f3189fee1d3aeb4d4bf6217241a695d99','59938284b2b2872b88ba0fb570bd5839f55aa60073ef0651e0bed2d8c45f94a7');
INSERT INTO "sessions" VALUES(2,'01feaffc99b944e3','Friday','2026-03-13','','2026-07-03T18:15:00Z','+02:00','0b89ebf7fd5d587d',5,'USD','{"rules":"0b89ebf7fd5d587d","players":{"Ann":null,"Bob":null},"button":"Bob","name":"Friday","date":"2026-03-13","point":{"minor":5,"currency":"USD"}}','0d168dbdc4687df79029ca1835dbee970101eab63330a91f353583ba9d7a4d09','open',26,'1a3b938bd7c83125b73a291f1b05b3836cedff3d016429be77d3f08739415b30','e2db6fe26b38cbc651d32ab6a6d89038b482002b44e3efde6535b4df6eb46ff8');
INSERT INTO "sessions" VALUES(3,'b7140dfeb0f24459','','2026-07-03','','2026-07-03T18:15:00Z','+02:00','452e92957d079864',25,'EUR','{"rules":"452e92957d079864","players":{"Gus":100,"Annie":100},"button":"Gus","date":"2026-07-03","point":{"minor":25,"currency":"EUR"}}','11b0709e9af39eddb661f0e588d17a825d7b26bc9f301da1bb840f1f6ea27d8f','aside',1,'0cf847317e8e7b54af7df390eb7584e0bb7b737d4b3085eea4e332733017b509','8cd98455f8b9d6c04029ed4ee8ac1ea580ac4b7099be4066c5d6a1702bf83132');
CREATE TABLE totals (
        player INTEGER NOT NULL REFERENCES players(id),
        unit TEXT NOT NULL,
        amount INTEGER NOT NULL,
        PRIMARY KEY (player, unit)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES(1,'EUR',-59);
INSERT INTO "totals" VALUES(1,'USD',-548);
INSERT INTO "totals" VALUES(2,'EUR',-133);
INSERT INTO "totals" VALUES(2,'USD',17);
INSERT INTO "totals" VALUES(3,'EUR',-233);
INSERT INTO "totals" VALUES(3,'USD',531);
INSERT INTO "totals" VALUES(4,'EUR',425);
CREATE TABLE transfers (
        session INTEGER NOT NULL REFERENCES sessions(id),
        hand INTEGER NOT NULL,
        place INTEGER NOT NULL,
        payer TEXT NOT NULL,
        payee TEXT NOT NULL,
        points INTEGER NOT NULL,
        PRIMARY KEY (session, hand, place)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "transfers" VALUES(1,1,1,'Bob','Cy',6);
INSERT INTO "transfers" VALUES(1,1,2,'Anna','Cy',6);
INSERT INTO "transfers" VALUES(1,2,1,'Cy','Bob',6);
INSERT INTO "transfers" VALUES(1,2,2,'Anna','Bob',6);
INSERT INTO "transfers" VALUES(2,1,1,'Anna','Cy',11);
INSERT INTO "transfers" VALUES(2,1,2,'Bob','Cy',29);
INSERT INTO "transfers" VALUES(2,1,3,'Bob','Anna',24);
INSERT INTO "transfers" VALUES(2,2,1,'Cy','Anna',12);
INSERT INTO "transfers" VALUES(2,3,1,'Bob','Cy',20);
INSERT INTO "transfers" VALUES(2,3,2,'Bob','Anna',10);
INSERT INTO "transfers" VALUES(2,3,3,'Anna','Cy',5);
INSERT INTO "transfers" VALUES(2,4,1,'Anna','Cy',4);
INSERT INTO "transfers" VALUES(2,4,2,'Bob','Cy',18);
INSERT INTO "transfers" VALUES(2,4,3,'Bob','Anna',15);
INSERT INTO "transfers" VALUES(2,5,1,'Anna','Bob',8);
INSERT INTO "transfers" VALUES(2,5,2,'Cy','Anna',22);
INSERT INTO "transfers" VALUES(2,5,3,'Cy','Bob',24);
INSERT INTO "transfers" VALUES(2,6,1,'Cy','Bob',6);
INSERT INTO "transfers" VALUES(2,6,2,'Bob','Anna',26);
INSERT INTO "transfers" VALUES(2,6,3,'Cy','Anna',26);
INSERT INTO "transfers" VALUES(2,7,1,'Bob','Cy',5);
INSERT INTO "transfers" VALUES(2,7,2,'Bob','Anna',12);
INSERT INTO "transfers" VALUES(2,7,3,'Cy','Anna',8);
INSERT INTO "transfers" VALUES(2,8,1,'Anna','Cy',25);
INSERT INTO "transfers" VALUES(2,8,2,'Bob','Cy',19);
INSERT INTO "transfers" VALUES(2,8,3,'Anna','Bob',12);
INSERT INTO "transfers" VALUES(2,9,1,'Anna','Cy',18);
INSERT INTO "transfers" VALUES(2,9,2,'Bob','Cy',13);
INSERT INTO "transfers" VALUES(2,9,3,'Anna','Bob',6);
INSERT INTO "transfers" VALUES(2,10,1,'Cy','Anna',24);
INSERT INTO "transfers" VALUES(2,11,1,'Cy','Bob',17);
INSERT INTO "transfers" VALUES(2,11,2,'Anna','Bob',17);
INSERT INTO "transfers" VALUES(2,11,3,'Cy','Anna',1);
INSERT INTO "transfers" VALUES(2,12,1,'Cy','Anna',6);
INSERT INTO "transfers" VALUES(2,12,2,'Cy','Bob',21);
INSERT INTO "transfers" VALUES(2,12,3,'Anna','Bob',21);
INSERT INTO "transfers" VALUES(2,13,1,'Cy','Bob',9);
INSERT INTO "transfers" VALUES(2,14,1,'Anna','Bob',14);
INSERT INTO "transfers" VALUES(2,14,2,'Anna','Cy',26);
INSERT INTO "transfers" VALUES(2,14,3,'Bob','Cy',18);
INSERT INTO "transfers" VALUES(2,15,1,'Cy','Bob',29);
INSERT INTO "transfers" VALUES(2,15,2,'Anna','Bob',23);
INSERT INTO "transfers" VALUES(2,15,3,'Cy','Anna',8);
INSERT INTO "transfers" VALUES(2,16,1,'Cy','Anna',12);
INSERT INTO "transfers" VALUES(2,16,2,'Bob','Cy',1);
INSERT INTO "transfers" VALUES(2,16,3,'Bob','Anna',12);
INSERT INTO "transfers" VALUES(2,17,1,'Bob','Anna',24);
INSERT INTO "transfers" VALUES(2,17,2,'Cy','Anna',7);
INSERT INTO "transfers" VALUES(2,17,3,'Bob','Cy',13);
INSERT INTO "transfers" VALUES(2,18,1,'Bob','Anna',6);
INSERT INTO "transfers" VALUES(2,18,2,'Cy','Anna',1);
INSERT INTO "transfers" VALUES(2,18,3,'Bob','Cy',6);
INSERT INTO "transfers" VALUES(2,19,1,'Bob','Cy',6);
INSERT INTO "transfers" VALUES(2,19,2,'Bob','Anna',20);
INSERT INTO "transfers" VALUES(2,19,3,'Cy','Anna',20);
INSERT INTO "transfers" VALUES(2,20,1,'Cy','Anna',26);
INSERT INTO "transfers" VALUES(2,20,2,'Bob','Cy',10);
INSERT INTO "transfers" VALUES(2,20,3,'Bob','Anna',30);
INSERT INTO "transfers" VALUES(3,1,1,'Anna','Gus',17);
CREATE UNIQUE INDEX players_key ON players(key) WHERE merged_into IS NULL;
CREATE INDEX aliases_player ON aliases(player);
CREATE UNIQUE INDEX sessions_open ON sessions(status) WHERE status = 'open';
CREATE INDEX sessions_ruleset ON sessions(ruleset);
CREATE INDEX sessions_content ON sessions(content);
CREATE INDEX sessions_date ON sessions(date);
CREATE UNIQUE INDEX session_players_player ON session_players(player, session);
CREATE INDEX totals_open ON totals(unit, player) WHERE amount <> 0;
CREATE TRIGGER events_in_order BEFORE INSERT ON events
        WHEN NEW.entry <> (SELECT entries FROM sessions WHERE id = NEW.session) + 1
        BEGIN SELECT RAISE(ABORT, 'events are appended in order'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never changed: book a correction'); END;
CREATE TRIGGER events_kept BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted: book a correction'); END;
CREATE TRIGGER rulesets_stay BEFORE UPDATE ON rulesets
        BEGIN SELECT RAISE(ABORT, 'the rules of a session are frozen'); END;
CREATE TRIGGER rulesets_kept BEFORE DELETE ON rulesets
        BEGIN SELECT RAISE(ABORT, 'the rules of a session are frozen'); END;
CREATE TRIGGER sessions_stay BEFORE UPDATE OF id, uid, name, date, zone, started, utc_offset, ruleset,
        point_minor, currency, setup, opening ON sessions
        BEGIN SELECT RAISE(ABORT, 'how a session started is never changed'); END;
CREATE TRIGGER sessions_kept BEFORE DELETE ON sessions
        BEGIN SELECT RAISE(ABORT, 'sessions are never deleted'); END;
CREATE TRIGGER session_players_kept BEFORE DELETE ON session_players
        BEGIN SELECT RAISE(ABORT, 'who sat in a session is never deleted'); END;
CREATE TRIGGER players_kept BEFORE DELETE ON players
        BEGIN SELECT RAISE(ABORT, 'players are never deleted: rename or merge'); END;
CREATE VIEW open_balances AS
        SELECT players.name AS player, totals.unit, totals.amount FROM totals
        JOIN players ON players.id = totals.player WHERE totals.amount <> 0;
CREATE VIEW log AS
        SELECT events.session, sessions.date, events.entry, events.at, events.kind, events.payload FROM events
        JOIN sessions ON sessions.id = events.session;
COMMIT;
