/* amazons_records.c - the games of three Computer Olympiads (amazons-play.md 4.3 and 6). */
#include "amazons_records.h"

const struct amazons_record amazons_records[AMAZONS_RECORDS] = {
    {"A1", 10.5, 58, false,
     "x1Bxxx1x2/xxxxx2x2/2x2x3x/1xxWxxxxx1/WxxxWxx1xx/xx1xxxxx1W/xx2xxxx2/1xxxxxxxx1/1B1xxxBBxx/"
     "3x2xx1x w",
     "d1d7-g7 a7d4-d1 g1e3-c3 d10d8-a5 a4b5-h5 j7j6-b6 b5c4-d3 d4f4-f7 e3f2-e3 "
     "j6c6-j6 j4h6-h9 f4g4-e2 c4b4-h10 g10f9-b9 h6i7-h7 f9e8-j8 d7d6-f8 e8e6-i6 "
     "f2g2-d5 c6a4-b3 d6c7-e5 e6c8-b7 g2h3-h4 g4g1-g4 i7f10-i7 c8e10-e9 f10f9-f10 "
     "e10c8-e10 f9e8-b5 a4a3-a4 b4f4-b4 g1h2-f2 c7b8-c9 c8f5-e4 b8c7-c8 f5f6-c6 "
     "h3i3-h3 d8d9-d6 c7a9-c7 d9c10-a10 f4g5-g6 h2i1-g3 i3i2-i3 i1j1-g1 i2j2-i2 "
     "j1i1-j1 g5f5-g5 i1h2-h1 f5e6-e7 f6f5-f6 e8d9-d10 a3b2-d2 d9d7-d9 f5f4-f5 "
     "a9a6-a9 f4f3-f4 j2j5-j2 f3g2-f3"},
    {"A2", 0, 16, false, "",
     "d1d7-g7 g10e8-c8 j4j6-b6 e8e3-d4 j6i6-f3 j7j5-f1 g1h2-e5 e3i7-d2 d7d8-c7 "
     "d10e10-h7 d8e9-a9 e10f9-f10 e9f8-e8 f9g8-b3 i6j6-e6 a7c9-f9"},
    {"A3", 17.5, 56, false,
     "1xxxxx4/1xxBxxx3/xWxxx5/xxxx3xx1/Bx1x1xxWx1/3xxxxxxx/1x2xWxxBx/xxx1xx1xx1/Bxxxx1x1xx/"
     "xxWx2xx2 w",
     "d1d9-g9 g10d7-e8 j4j6-b6 j7g4-i6 g1f2-f10 d10h6-f6 j6h8-i7 h6j4-h4 f2g2-j5 "
     "g4c4-b4 a4a3-i3 d7d3-d8 d9c8-a8 a7c7-d7 g2d5-i5 j4j1-a1 h8h7-f5 c7b8-b7 "
     "d5h1-d5 j1g4-g2 h7g7-g6 c4c5-g1 h1h2-d6 b8d10-a7 g7h6-e9 d10e10-h7 h6f8-f9 "
     "e10c10-c9 a3c3-e5 g4i2-h1 f8h6-e3 c5c4-c7 c3c2-d1 d3b3-c3 c8b9-b10 b3b2-b3 "
     "h2h3-f3 c4d3-e4 c2d2-e2 b2c2-b2 h3h2-h3 i2j3-i2 h6h5-g4 c10d9-e10 d2c1-d2 "
     "c2b1-c2 h2i1-j2 j3i4-j4 b9c8-b9 d9d10-c10 h5h6-h5 d10d9-d10 c8b8-c8 d3a6-a3 "
     "i1f4-g5 b1a2-b1"},
    {"A4", -30.5, 49, false,
     "5x1xW1/5x1xxx/xx2x2xxB/xxxBxxxxx1/3xx3xx/1xxx1xxx2/1xWxxx2x1/1xx1x5/BxxWxBxxxx/xx2xxx1W1 b",
     "d1d7-g7 a7f2-a7 a4b5-e2 g10e8-h8 j4f4-e3 e8e6-f7 f4i7-j6 e6c4-b4 d7d8-f10 "
     "f2g2-f1 i7i8-i4 g2h2-g2 g1j1-g1 h2j2-i2 j1i1-c7 j7h7-h2 b5f5-h5 j2h4-j2 "
     "f5d5-g5 h4e4-d4 d5c6-f9 h7i7-h7 d8d6-i6 e4f4-f5 c6e4-e8 d10d7-e6 e4c2-c3 "
     "i7j8-i7 c2b1-a1 j8h10-e7 d6d5-a8 h10i9-h9 d5b7-b5 d7c8-b8 b7c6-b7 c4b3-d5 "
     "i8j9-i8 c8d7-d6 b1e4-b1 i9j8-h10 j9i9-j9 f4g3-f4 e4c2-b2 g3f3-e4 c2d2-c2 "
     "f3f2-e1 c6c4-c5 b3a2-b3 i9i10-i9"},
    {"A5", 23.5, 53, false,
     "2x1x5/xx1xx5/Bxx3x1x1/xxWxxxxxx1/xxxxB2xxx/xW1xxx1xxW/1xxxxxxxxx/3xxxxxxB/3xxBx3/3xxWxx2 b",
     "d1d8-b6 g10g3-g8 j4e9-e10 a7d7-e7 d8d9-c10 d10c9-a7 a4c2-c6 j7g7-f7 d9c8-d9 "
     "d7d3-d7 e9i9-i3 c9b8-b9 g1d4-d6 g3f2-f4 d4e4-c4 g7h8-i8 e4f5-h7 d3h3-h5 "
     "f5g4-g7 h8j6-h4 c2e2-e3 f2e1-b4 e2d2-d1 e1e2-e1 d2d3-d2 e2g2-g3 g4f3-g4 "
     "b8b7-b8 d3d5-a5 h3j5-h3 i9j8-i7 j6e6-h6 j8j6-i6 g2f1-g2 d5d4-d3 e6e5-f5 "
     "j6i5-j6 b7c7-e9 c8d8-c8 j5i4-j4 f3f2-e2 f1g1-h1 d4d5-d4 c7b7-a6 i5j5-i5 "
     "e5e6-e4 f2f1-f3 i4j3-i4 d5c5-e5 g1f2-g1 c5b5-d5 b7a8-a9 d8c7-b7"},
    {"A6", -18.5, 53, false,
     "2x1x1B1xx/1x3x2xW/x2x1x1xx1/xxxx1xxx1x/WxxxBxx1x1/xxWxxxxxxx/1xxx1xxW1x/2xxB1xxx1/B1x1x1xxx1/"
     "4x1x3 b",
     "g1g7-d7 j7g4-b4 a4a6-e10 a7e3-e1 d1f3-h3 d10b8-f8 g7e5-g5 g4i4-j5 j4g7-f7 "
     "g10g9-h8 g7i5-j4 e3d3-i8 i5i6-f9 i4i2-g2 f3f4-f5 i2i4-g4 f4i1-i3 i4h5-i5 "
     "a6c8-c2 d3c3-g3 c8a6-d3 c3d4-g1 e5e3-f4 d4c3-c7 i1i2-h2 b8b7-a7 e3e9-e2 "
     "b7d9-d8 e9e4-a8 d9b7-b5 e4e9-b9 h5h6-h7 i2j3-i2 h6e6-g6 i6j6-j10 e6b6-a5 "
     "e9e5-d6 b6e3-b6 j6j9-i9 g9f10-i10 j3h5-j7 b7d9-b7 h5h6-i6 f10g10-g7 e5e4-c6 "
     "c3c4-c3 e4e5-f6 d9e8-c10 e5d4-e5 e8e6-d5 d4c5-d4 c4a2-c4 h6h4-h5"},
    {"A7", 25.5, 50, false,
     "1xxxx1xBxx/xxBWxxxxxx/xxxx3xxW/xWxxx2x2/1xxx3x2/3xx1xxxx/4xxxWxx/4xBxxxB/4x1xxx1/4x5 w",
     "d1d9-h5 g10g4-g9 j4h6-b6 a7d7-a7 a4c4-c10 g4g3-e1 g1f2-e3 j7i8-h9 h6i7-h7 "
     "d10j4-e4 d9e8-e5 j4f8-e9 c4c6-d6 d7c8-i2 c6b7-c7 f8f3-f9 f2g2-e2 c8d7-e7 "
     "b7c6-d5 d7c8-e10 c6b7-c6 f3f6-j10 i7j8-f4 f6j6-h6 j8i9-h8 i8j9-i8 g2h3-g4 "
     "j6h4-j4 e8g6-g5 h4i4-i3 g6e8-d7 g3g2-h2 h3h4-h3 g2g3-g2 h4i5-j5 j9i10-g10 "
     "i9j9-i9 c8c9-d10 b7b8-c8 c9b9-a9 b8a8-b8 b9d9-b9 i5h4-i5 g3f3-g3 j9j8-j9 "
     "i4j3-i4 a8b7-a8 d9c9-b10 e8d9-d8 i10h10-i10"},
    {"A8", -11.5, 53, false,
     "4x5/xxxx6/WxB3xxxx/xxxx1xxxxW/xBxxxx1Bx1/xxxBxxxxxx/Wxx1x1xxW1/x1xxxxxxxx/2xxx2x2/4x3x1 b",
     "g1g7-d7 j7e2-e1 d1d5-d2 d10f8-g8 d5e5-c5 g10i8-c2 a4a6-i6 a7b6-a5 j4h4-b4 "
     "i8j8-h8 g7j7-g7 e2d3-i8 a6b7-f3 j8g5-j8 j7j1-g4 f8e9-e10 h4h5-h4 g5f4-f7 "
     "j1g1-g3 f4h6-e6 e5c3-c4 h6j4-h2 h5g5-c9 e9d8-f6 g1f1-e2 d8c8-c7 f1i4-j5 "
     "j4i3-h3 g5e3-e4 d3d4-d6 b7a8-b8 c8b9-a9 a8b7-d9 b9c8-b9 i4i5-e5 i3i4-i1 "
     "c3b3-c3 b6b5-c6 i5j4-i3 i4h5-i5 b3a4-a3 h5g6-j3 e3h6-e3 b5a6-b5 b7a7-b7 "
     "a6b6-a6 j4i4-h5 g6h7-f5 h6i7-g5 h7h6-h7 a7a8-a7 d4d5-d3 i7j7-i7"},
    {"B1", 13.5, 75, true,
     "xxBWxxxxBx/1xxxxxWxxx/xxxxxxxxx1/1xxxxxxxxx/xxxBxxxxxW/2xxxxxxxx/1xxxxxxxxx/2x1Wx1xxx/"
     "3xxxxxxx/4xxxBxx b",
     "d1d7-g7 j7g4-b4 j4j6-b6 d10f8-d8 a4b3-f3 f8f4-c4 b3d3-d2 f4e5-c5 d7b7-a6 "
     "a7b8-a8 d3d4-e4 g4g2-e2 b7d9-b7 g10i8-i5 g1i1-e1 g2h2-j2 d9c9-c6 b8c8-i2 "
     "i1g1-g5 c8d9-j3 j6h8-e8 h2g2-h2 g1e3-c3 e5d6-f4 e3f2-f1 d6f6-f10 d4e5-d5 "
     "f6e6-f5 e5f6-d4 e6f7-h5 h8h9-f9 f7e6-g8 f6j6-f6 e6e7-c7 h9h10-f8 g2g3-g1 "
     "j6j5-h3 e7d7-a10 h10h8-i7 d7c8-b8 h8i9-h10 d9c10-d9 i9h9-h7 c10d10-e9 "
     "j5j7-j10 d10c10-b9 h9i9-h8 c10d10-b10 i9h9-i9 c8e6-c8 j7j6-j7 e6f7-e6 "
     "j6h6-g6 g3g2-g4 h6j6-h6 i8j9-i8 j6j4-h4 d10c10-e10 c9d10-c9 f7d7-f7 j4i3-i4 "
     "d7d6-e5 i3j4-i3 d6d7-e7 h9g10-h9 d7d6-d7 g10g9-g10 j9i10-j9 j4j5-j4 g2h1-g2 "
     "j5i6-j5 h1i1-j1 i6j6-i6 i1h1-i1 f2e3-f2"},
    {"B2", -5.5, 51, false,
     "1xx2xWx2/xxWx2xx2/1xxxx2xxB/2xxx2xxW/xxBxx1xxxx/1xxxxxxxxx/xW2xBx1B1/1x1xx1xxxx/2xx6/x1x7 b",
     "g1g9-d9 d10i5-i3 a4d7-g4 j7h7-j5 j4h4-b10 h7d3-h3 d1c2-c7 a7f2-g3 h4h5-c5 "
     "i5h6-h8 c2c3-e5 d3d5-d3 d7c8-e8 d5b7-b8 c8d7-b5 f2d2-c1 d7c6-a6 g10h9-d5 "
     "c6f6-e6 d2f2-f5 f6c9-c8 f2d2-g5 h5i5-i8 b7a8-c10 c3d4-a1 h9h10-h9 c9e7-i7 "
     "a8c6-d6 g9g10-g6 h6i6-j6 g10g9-f10 c6d7-d8 e7g7-h7 i6h5-j3 g7f8-e7 d2e3-e4 "
     "d4c3-c2 e3f2-d2 c3d4-a4 f2f4-e3 f8d10-h6 d7c6-d7 d10c9-a9 c6a8-b9 g9g10-g9 "
     "h5i4-h5 d4b4-b3 a8c6-b6 i5i6-i5 h10j8-h10 i6j7-i6"},
    {"B3", 5.5, 65, false,
     "xxx2xxxxx/1xx2xx2x/WxBxxxxxxW/xxx1xxx2x/Bxxxx1xxxx/xxxxxx1xB1/1xWxx1xxx1/2xx1xxWxx/x1xxxBxx2/"
     "2xxxxx3 b",
     "d1d9-g9 g10b5-b4 g1d4-d3 b5e5-b5 a4d1-i6 d10h6-c1 d1f3-h5 j7d7-j7 f3f7-f5 "
     "e5g3-i3 j4h4-h2 a7c7-c9 d9c8-h8 g3g2-g8 f7i7-e7 g2g3-g4 h4h3-f1 g3f2-j6 "
     "d4c3-e1 d7g10-i8 i7f7-f10 g10e8-f8 f7i7-f7 e8d9-e8 c3c4-c2 c7a7-b8 c8a6-g6 "
     "h6j4-h6 a6c8-d8 f2d4-d6 i7j8-j10 a7b7-g2 h3i4-j3 j4i5-g3 i4h4-i4 b7b6-c6 "
     "c8a10-a5 d9c10-b9 a10a8-a10 b6a7-b7 c4c5-b6 c10e10-b10 c5d5-e4 e10c8-e6 "
     "d5c5-e5 d4c3-d4 j8h10-i10 c8e10-c10 c5c4-a2 c3d2-c3 h10g10-f9 d2e3-d2 "
     "c4c5-d5 e3f3-d1 h4h3-h4 f3e3-g1 c5c4-c5 e3e2-f3 g10h10-g10 e2f2-e2 "
     "h10j8-h10 e10c8-c7 j8i7-g7 a7a6-a7 i7j8-j9"},
    {"B4", 2.5, 68, false,
     "1xxxxx1x1B/1BxxWxxx2/1xxxxx1xxx/xxxx3xxx/2xxxxx1xx/1x2xxx1x1/xxxxWxWxx1/xx1xxxxxB1/"
     "xxx1Wxxxxx/B1xxxxxxxx w",
     "d1d9-e10 g10g3-i5 j4f4-f8 d10c9-g5 f4f6-f3 a7c5-c7 a4b4-b8 j7g7-g6 d9h9-h7 "
     "g7h8-g9 f6a6-d9 c5c3-c6 g1h2-c2 c9c8-i2 b4e7-d7 g3h3-e6 a6c4-i4 c8d8-f10 "
     "h9i8-h9 h3g3-d6 h2f2-e1 h8i9-f6 i8i7-h8 i9j8-i8 i7j7-i7 g3h2-h1 f2d4-h4 "
     "h2f4-e3 j7g4-j7 f4h2-h3 c4a6-f1 c3c5-a7 d4c4-b5 c5a3-d3 c4c3-b4 d8c8-b7 "
     "e7d8-b10 a3b3-a4 a6b6-d4 h2g3-g2 b6c5-c4 b3b2-a3 c5e5-f5 g3h2-f4 c3d2-c1 "
     "j8h10-j8 d2c3-b3 h10g10-e8 d8e9-f9 c8d8-c9 e5e4-e5 h2j4-j1 g4g3-i1 j4j5-j6 "
     "g3g4-i6 j5j4-g1 g4g3-h2 g10j10-h10 g3g4-g3 d8c8-d8 e9d10-c10 c8b9-c8 "
     "d10e9-d10 b2a2-b2 c3d2-d1 a2a1-a2 d2e2-f2 j4i3-j2"},
    {"B5", -3.5, 63, false,
     "1W2xxx3/3xx5/2xx1xxx2/1xx1xxxxx1/xxBxxxx1x1/1xxx1xxxxx/xxx2xBxxx/xxxxxxWxW1/xxWxxxxxxx/"
     "BxxxxxBxxx b",
     "g1g9-d9 j7g4-i4 a4c6-b6 d10h6-h8 d1f3-f4 a7a3-e3 j4i5-i7 g10d7-b7 f3g2-h3 "
     "a3c3-c5 c6a4-b4 g4g3-f3 a4b3-g8 c3c2-c4 g9f8-c8 g3h2-j4 i5g5-j5 d7d8-f6 "
     "b3a3-c1 d8e8-a4 g5f5-d3 e8d7-d5 f5i5-i6 d7e8-f7 i5e5-i5 e8d8-d6 e5f5-h7 "
     "d8e8-e6 f5g5-g7 c2b2-b3 f8e9-f8 h6g6-f5 g5j2-g5 e8f9-g10 g2d2-c3 h2i2-e2 "
     "d2e1-d2 g6h5-g6 e1g3-h4 i2g2-f2 a3a2-a3 g2h2-g2 a2b1-a2 h2i1-h2 b1c2-b1 "
     "i1h1-d1 j2i1-i2 h5g4-h5 e9e10-e9 h1g1-h1 i1j1-i1 g1f1-e1 j1j2-j1 f1g1-f1 "
     "j2i3-j2 b2a1-b2 e10b10-f10 f9e8-b5 b10c9-e7 e8d7-d8 c9a9-a6 d7c6-c7 "
     "a9b10-e10"},
    {"B6", -14.5, 52, false,
     "10/xxxxxxxxxx/xB2xxWx1x/Wxxx1xxx2/1xx3x1xB/1xx1x1x1xx/1xxx2xxxW/xxx1xxxxBx/1B2xW1xxx/3xxx4 w",
     "d1d7-g7 a7d4-b4 g1e3-e9 j7g4-g6 j4h4-c9 d10d8-g5 a4c6-c3 g4h3-f3 c6e6-h9 "
     "g10g8-i6 d7c8-c7 d8d5-d9 e6c6-f9 g8h8-e8 e3d3-c4 d5b5-b9 c8e6-e5 d4e3-d4 "
     "e6g8-h7 b5c5-g9 d3d2-i2 c5a5-a9 h4j6-j9 e3e2-e1 j6i7-i9 a5d5-f7 i7j6-j8 "
     "h3j5-i5 d2f4-i4 j5j4-h2 f4h4-j2 j4i3-g3 h4h3-h4 d5c5-f8 h3f1-h3 h8i7-h8 "
     "j6j4-j3 i7j6-j5 f1f2-f1 e2e3-e2 c6b5-b6 c5c6-c5 b5a6-b5 e3c1-e3 a6c8-g4 "
     "c6d7-c6 c8a6-a3 d7c8-d7 a6a4-d1 c1b2-b3 a4a7-b7 c8b8-a8"},
    {"B7", 2.5, 56, false,
     "1xBxxB1x2/x1xxWxxx2/1xx1xxxxx1/1xxxWxx1x1/xxxxxx3x/1xB1xxWxxx/1x2xxxBx1/1xx1xx1xx1/1xxxx1xx2/"
     "3x2x1xW w",
     "d1d8-b6 g10g3-b3 j4j5-e10 d10f8-b4 g1f2-f7 j7e2-b5 a4a2-a6 a7c7-c2 a2a1-h8 "
     "f8g7-b2 a1c1-i1 g7i7-f4 c1d2-d1 e2e3-c3 f2f3-b7 c7c9-g9 f3h5-e5 g3g4-i4 "
     "h5h3-f3 i7i6-j6 j5f5-i8 i6g8-g7 f5h7-h5 g4g5-i7 h7i6-c6 g5i3-f6 d8e8-f8 "
     "c9d8-d9 h3c8-c9 d8c7-a9 e8g10-h9 g8f9-d7 g10f10-h10 c7b8-b10 f10e9-c7 "
     "i3h3-e6 i6h7-e4 h3h4-g4 h7i6-g8 b8b9-b8 c8e8-c8 b9c10-d10 d2g2-d2 h4i5-j5 "
     "e8e7-e8 e3d3-d6 g2i2-e2 i5h4-h2 i2h3-i3 d3e3-g1 i6h6-i5 e3f2-g2 h6g5-f5 "
     "f9f10-f9 h3j1-h3 f2c5-e3"},
    {"B8", -0.5, 51, false,
     "xxWB3x2/x1xx2xx2/xxxxxxxx1W/1x2x1Wx2/2xxx2x1x/B1xxxx2x1/2xBxxxxx1/1xxxxW1xxx/3x1xxxx1/"
     "1x1x1x1Bx1 b",
     "g1g8-d8 d10h6-h9 a4d7-g4 h6d2-d6 j4h4-j6 j7f7-f8 d7c8-c3 a7b7-b3 d1e2-e8 "
     "f7h7-h8 g8g6-h6 h7j5-f5 g6i8-i4 j5j2-f2 h4i3-i2 j2j5-h7 i8i7-i5 j5j1-b1 "
     "e2d3-e3 j1h1-h4 i3h2-g2 d2a2-a9 d3b5-c6 a2e2-c4 b5d5-d2 e2f3-j3 c8c9-g9 "
     "f3e4-f4 h2g1-i3 e4d3-f1 g1h2-i1 d3d4-c5 i7j8-h10 b7b8-c8 d5e6-e4 g10e10-d9 "
     "e6f7-b7 d4e5-e7 h2g3-h2 e5d4-d5 f7g7-e5 e10g8-e6 g3f3-d1 g8e10-g8 f3e2-d3 "
     "e10d10-a10 c9b9-c9 b8a8-b8 b9c10-b10 a8a5-a8 e2f3-h3"},
    {"B9", -1.5, 90, true,
     "xxxxBxxxxx/xxxxxxxxxx/xxxxxxxBxx/xWxxWxx1xx/xxxxxxxxxx/xxBxxxxxxx/xxxxxxxWxx/xxxWxxxxxB/"
     "xxxxxxxxxx/1xxxxxxxxx w",
     "g1g8-d8 d10i5-b5 d1d7-g4 j7f7-g7 a4d4-f2 f7f3-f7 j4i3-g5 f3d3-h3 d7c8-b8 "
     "a7c7-i1 d4c3-c6 g10g9-b9 g8h9-h5 c7e5-h2 h9g8-i6 i5j4-i4 g8i8-f8 g9d9-c9 "
     "i8h8-j6 e5d6-d7 c8a6-a2 d6b4-a5 a6a7-e3 b4d4-b6 a7c7-e5 d4b4-d6 c7a7-c7 "
     "d3i8-h9 a7a10-i10 d9e10-b10 h8g9-d9 j4j3-j2 g9f9-e9 i8g8-g9 i3j4-j5 j3h1-c1 "
     "c3d3-f1 g8h7-h6 d3d5-g2 h1j3-i3 d5c4-c3 b4b3-b1 j4i5-j4 b3c2-f5 f9g8-i8 "
     "c2d3-d5 g8f9-f10 h7h8-g8 i5g3-f4 d3c2-e2 c4b3-a4 c2d3-e4 b3c2-d2 d3c4-b3 "
     "c2d3-d4 c4c5-c4 d3c2-b2 e10d10-c10 g3h4-i5 j3h1-g1 a10a9-a10 h1j3-h1 "
     "a9a7-a9 h8i7-j7 a7b7-c8 j3i2-j1 c2d1-e1 i7h8-j10 b7a7-a8 c5b4-a3 a7a6-a7 "
     "b4c5-b4 d1c2-d1 h8i7-j8 f9e8-f9 i7h7-g6 a6b7-a6 d10e10-d10 c2d3-c2 i2j3-i2 "
     "h4g3-f3 h7h8-i7 e8e7-f6 h8i9-j9 e7e6-e8 i9h10-g10 g3h4-g3 h10i9-h10 e6e7-e6 "
     "i9h8-i9"},
    {"B11", 0.5, 91, true,
     "xxxxxxxxxW/xxxxxxxxxB/xxWxxxxxxx/xxxxxBxxxB/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxWx1xxxx/"
     "xxxxxxxxxx/xxBxxWxxxx b",
     "d1d8-g8 a7d4-b4 a4c6-f9 j7g4-d7 g1f2-f5 d10h6-e9 j4j6-f10 g4g3-c7 j6i7-i8 "
     "g10g9-e7 c6c4-c6 h6h5-e2 i7h8-h9 g9f8-e8 f2h2-h4 g3c3-i3 d8b8-b6 c3b3-g3 "
     "c4c3-e3 f8h10-j8 h2h3-j5 d4d5-d2 c3c2-e4 b3b2-g7 b8a7-a3 d5c4-a6 c2b3-d1 "
     "h5h7-i7 b3c3-c2 c4d4-c4 h8i9-h8 b2b3-b2 h3i4-h5 h7i6-g6 a7a10-a8 d4e5-d4 "
     "i4h3-i4 e5f4-f2 h3i2-g4 f4f3-h1 i2j2-g2 i6i5-h6 j2j4-j1 h10i10-h10 i9j10-i9 "
     "i10j9-i10 a10b10-a10 b3a2-b3 c3d3-c3 a2a1-a2 b10b9-a9 a1b1-a1 b9b7-e10 "
     "b1c1-b1 b7d9-d8 f3f4-e5 d9b7-a7 i5i6-i5 j4j2-j4 i6j7-j6 j2h2-h3 j7i6-h7 "
     "b7b8-b7 f4g5-f4 h2i2-j3 g5f6-g5 b8b9-b10 f6e6-d6 b9c10-d10 e6d5-a5 i2h2-j2 "
     "d5b5-a4 h2i2-i1 b5c5-b5 c10d9-c10 c5d5-c5 i2h2-i2 d5e6-d5 d9c9-d9 e6f7-e6 "
     "c9c8-b9 f7f8-f6 h2g1-h2 f8g9-g10 c8b8-c9 i6j7-i6 g1e1-g1 g9f8-g9 e1f1-e1 "
     "f8f7-f8 b8c8-b8"},
    {"B12", -23.5, 68, true,
     "xxxxxx2B1/xxxxxx2x1/xxWx1xx2x/Bxxxxxxxx1/xxxxxxxxx1/xxxxWxxWx1/B1xxxxxxx1/xxxxx1x3/xxxxxB1x2/"
     "xWxxx1xx2 w",
     "d1d9-e9 g10g3-i5 j4f4-i7 d10b8-f8 g1b6-c7 b8e8-e6 f4g4-i6 j7i8-c2 a4e4-h7 "
     "i8g8-e10 e4d4-d7 g8g5-f6 d9c9-e7 a7a4-a10 g4h3-f5 a4b4-a5 d4c4-f4 g3e3-c3 "
     "c4e2-b5 b4c4-c5 b6b7-d5 g5i3-i4 h3g3-g8 e3f3-g4 g3h3-g3 f3f2-h2 h3h5-f7 "
     "i3j2-h4 e2d1-d4 f2e2-e1 d1d3-d1 e2e3-e2 d3e4-h1 e3f3-e3 e4d3-e4 e8c8-d9 "
     "d3d2-d3 j2j10-j8 d2c1-a3 c4a2-b2 c9d8-b10 j10i9-f9 h5g6-h6 i9h8-g7 d8c9-d10 "
     "c8a8-d8 c1b1-a1 a8a7-b8 b1c1-d2 a7a6-a9 b7b6-b7 a6a8-c10 c9b9-c9 a8a6-a8 "
     "b9c8-b9 a2b3-a2 c1b1-c1 b3b4-c4 g6g5-g6 h8h10-f10 g5h5-g5 f3f2-g1 b6c6-b6 "
     "b4a4-b3 c6d6-c6 a6a7-a6 d6e5-d6 h10i10-i9"},
    {"P1", -3.5, 69, false,
     "xxxW1xxxxx/Bxxxx1xxBx/xxx1xxxxxx/xx1x1xxxxx/1xx1xWxxxW/2xx1xxxxx/x1xxxxxxxx/1xxxWxxxxB/"
     "3xxxxxxx/3Bx5 b",
     "d1d9-g9 g10b5-b3 j4h6-b6 a7d7-e8 a4c4-c6 d7h3-c8 g1f2-c5 b5a5-d2 c4b4-a4 "
     "a5a9-h2 b4d4-g4 h3d3-c3 d9b9-b8 j7i7-h8 f2f1-f8 i7i5-e1 f1h3-j5 d10i10-c4 "
     "h6h7-a7 a9a8-a10 b9e9-b9 i5i3-i7 h7g7-b7 d3e2-d3 d4e3-e6 i3h4-h7 e9f10-b10 "
     "i10h9-g10 g7g5-g8 h4i3-i2 h3h5-j7 i3h4-i4 e3f3-h3 h4g3-f2 f10d8-d4 g3h4-j2 "
     "d8c7-f10 h4g3-g2 h5f7-f4 g3i5-h5 g5h6-g5 a8a9-a8 f7f6-c9 h9i10-i8 h6i6-h6 "
     "i5g3-i5 f6g6-e4 g3h4-g3 c7d8-d7 i10h9-h10 d8d10-c10 h4i3-h4 g6g7-f7 i3j4-i3 "
     "i6j6-i6 j4j3-j4 d10e10-e9 h9j9-j8 e10d10-d9 j9i10-h9 g7g6-g7 i10j9-j10 "
     "g6f5-d5 j9i10-j9 f5g6-f5 i10i9-i10 g6f6-g6 e2d1-e2 f3e3-f3"},
    {"P2", 12.5, 46, false,
     "B1x2x1x2/Wxxx1x4/1xx1BxW2x/x2xxx1xx1/x1xx3xx1/xx1xxxxx1B/x1xx2xxW1/xBWxx1x1xx/x2xx1x3/x3x5 w",
     "g1g8-i6 d10d3-b5 a4e4-e3 j7g7-e5 e4b7-b8 g7f6-i3 j4h4-h10 g10e8-c8 d1c2-e2 "
     "f6h6-d6 b7c7-i7 h6g5-c9 c7d7-g4 d3c3-c6 d7b7-e7 g5i5-g5 b7b6-d4 i5j4-j3 "
     "b6b7-a6 j4j5-g2 h4h3-h6 j5i5-g3 h3i4-h4 e8f9-d7 c2d3-f5 c3c2-a4 d3c3-e1 "
     "f9h9-h7 c3b3-d3 c2b2-a1 b3c4-a2 h9g9-d9 c4b3-d5 a7a10-a7 b7a8-c10 i5j5-j8 "
     "b3c3-a3 g9f8-f10 a8a9-b9 f8e9-a5 g8f9-f8 b2c2-d2 f9h9-f9 e9e8-h5 h9g8-f7 "
     "c2b3-c4"},
    {"P3", 4.5, 60, false,
     "3W1xxx2/xxxxxxx3/xBxxx1xx1x/1xxxxB1x1x/Wx1xxx1xWx/x1xx1xxxxx/xxx1x1xxxB/Bxxx1xxx2/2xxx1Wx1x/"
     "x3xxxx2 w",
     "d1d8-b6 g10g3-i5 j4g4-f3 a7e7-e8 a4d4-d6 e7e2-e1 g1h2-h10 e2c4-c3 g4g7-f6 "
     "d10c9-c8 g7i7-d2 j7h9-d5 i7h8-j6 g3h3-d7 d4d3-h7 h3h4-e4 h2h3-i4 h4g3-g5 "
     "d8c7-c5 c4b3-c2 d3c4-b4 g3h2-e2 c7a9-a4 c9b8-b9 a9b10-d8 h9g9-e9 h3g3-g1 "
     "h2h3-h2 c4a6-c4 g9h9-j7 b10e10-g8 h9g9-g10 e10d10-d9 h3h4-h3 a6b7-a8 "
     "g9f8-f10 h8i9-g9 f8g7-e7 i9h8-j8 g7h6-h5 h8i7-h8 b8a7-c9 g3f4-g3 a7b8-c7 "
     "f4f5-g4 h6g6-h6 f5e6-f5 g6f7-f9 i7i6-j5 h4j2-h4 e6e5-e6 b8a7-a5 e5d4-d3 "
     "b3b2-a1 b7a6-b7 a7b8-a9 d4f2-f1 j2j4-j2 f2g2-h1 b2a3-b3"},
    {"P4", -0.5, 65, false,
     "2xx1xxB2/1Bxxxxxxxx/2xxBxxxx1/1xxxxWxx2/xxx1xxx1xx/1x1xxxW1xx/1xx1xxxxxx/x1Wxxxx1xx/"
     "xxxxxxB1xx/4xx1xxW b",
     "d1d7-g7 a7d4-b2 j4j6-i6 g10e8-h8 d7d9-c10 d10b8-i1 g1g6-i8 b8g3-i5 j6j4-j6 "
     "g3i3-i4 d9f9-j9 j7h7-h1 g6g5-g6 h7g8-a2 j4j2-d2 e8d7-i2 a4c4-c8 i3g3-i3 "
     "c4c7-d8 d7c6-b6 c7e5-e1 c6d6-d5 e5e4-c2 g3f3-e3 e4d3-a6 d4c4-h4 d3e2-f1 "
     "d6c7-e5 g5g4-g3 f3f5-f2 g4g5-g4 f5f3-f6 e2d3-e2 c7a9-e9 d3b3-b5 c4b4-c4 "
     "g5f4-e4 a9a7-d10 f9f7-b7 a7a9-d9 f7e7-c7 g8g9-f8 e7f7-h9 b4d6-a3 f4j8-f4 "
     "g9h10-i9 f7g8-g10 d6e7-b4 g8f9-c6 h10g9-f10 f9g8-e6 e7d7-f9 g8f7-e7 g9g8-h7 "
     "b3c3-d3 d7e8-d7 j2j4-j5 a9b9-c9 j4j3-j4 g8g9-g8 j3j2-j3 f3g2-f3 j2j1-j2 "
     "g9h10-g9 j8g5-f5"},
    {"P5", 0.5, 91, true,
     "xxWxxxWxxx/xxxxxxxxxx/xxxxxxBxxB/xxxWxxxxxx/xxxxxxxxxx/xxBxxxxxxx/xxxx1xxxxx/Wxxxxxxxxx/"
     "xxxxxxxxBx/xxxxxxxxxx b",
     "d1d9-g9 a7e3-h6 g1g8-f9 d10b8-b4 j4i4-i6 g10i8-h9 g8h8-h7 j7j3-h3 a4c2-j2 "
     "j3i3-j3 i4e4-h4 b8c8-c3 c2e2-h2 i3i5-d5 e4e7-g5 i5h5-f3 e7d6-g6 i8i9-i7 "
     "e2d2-d4 h5g4-f4 h8j8-h8 i9i8-j7 j8i9-j9 e3e2-e1 d6d7-f5 e2b5-e2 d2c2-a4 "
     "g4g1-f1 d9e9-e3 c8d8-c7 e9b9-b6 d8e7-b10 b9c8-a8 b5c4-c6 d7e8-d8 c4a6-d3 "
     "e8f7-e8 a6b7-b9 c8b8-c8 e7f8-d6 i9h10-i9 b7a6-a7 c2b3-c2 a6b5-c4 h10d10-e9 "
     "b5a6-b7 f7e7-f7 f8g7-e5 e7f6-e7 a6a5-a6 d10f10-d10 a5b5-a5 f10g10-j10 "
     "b5c5-b5 g10f10-i10 g7f8-g7 b8a9-a10 f8g8-f8 b3b1-d1 g1f2-g3 f6e6-f6 f2g2-f2 "
     "b1c1-d2 g2g1-g2 e6d7-e6 g1h1-g1 f10g10-h10 h1i2-h1 a9b8-a9 i8j8-i8 c1b1-c1 "
     "i2i3-i4 g10e10-d9 i3i2-j1 e10f10-e10 i2i3-i1 b1b2-b3 i3j4-j5 f10g10-f10 "
     "j4i5-j6 b8c9-b8 i5h5-g4 c9c10-c9 h5i5-h5 b2b1-a1 i5j4-i5 b1b2-b1 j4i3-j4 "
     "b2a2-b2 i3i2-i3 a2a3-a2"},
    {"P6", 0.5, 53, false,
     "2x1x2x2/4xxx3/xxxxx1xx2/4xx1xxW/WxxxxxBxxx/xx1xxxxx1x/xx1BxxWB1x/Wxx2xxx2/2x1xBx1xx/x1xx2xx2 "
     "b",
     "d1d8-b6 g10g3-g8 g1e3-i7 a7d7-e8 a4c6-i6 d7d3-e4 c6c5-c10 d10c9-e9 d8c8-d8 "
     "j7h9-h6 c5d6-b8 g3h3-j5 j4g4-j4 h9h7-e7 d6f6-h8 h7f7-h7 e3d2-j2 d3c3-c2 "
     "c8e10-f9 c9c8-e6 d2d5-h5 f7f8-h10 e10g10-g9 f8g7-g5 f6d4-f6 c8c6-d6 d5b5-b3 "
     "c6c8-e10 g10j7-j6 c8c6-a8 b5a6-c8 c6b5-a5 d4c4-c6 c3e3-c3 c4e2-i2 e3d2-d1 "
     "e2e3-e2 b5c5-b5 e3d4-a4 d2e3-g3 d4d2-d5 e3f2-f4 d2c1-a1 f2e3-g1 c1a3-c1 "
     "c5d4-b4 g4f3-h1 e3f2-g2 f3g4-f3 h3h4-h3 g4f5-e5 g7g6-f7 f5g4-f5"},
    {"P7", 1.5, 63, false,
     "2xx1x1xW1/x1xxx1xxxx/2xxBxxBxx/xW1xxxx1xx/xxxxx1xxxx/Bx1xB2xxx/x1xx1xxxW1/xxxx1xxx2/xxxxx2x2/"
     "W2xx1xxx1 b",
     "d1d8-b6 g10g2-h1 g1e3-g1 a7a5-i5 j4h4-d4 d10e9-h6 a4b4-b5 j7e7-f8 e3e6-h9 "
     "e7f6-f7 e6f5-j9 g2i4-g6 f5h5-d5 a5a3-g3 h5j7-g7 f6e6-g4 b4b3-b2 e9f10-j6 "
     "h4i3-h3 e6e2-d3 j7h7-j5 i4h5-h4 b3c2-a4 a3c3-c8 d8c7-c4 c3b4-c3 c7d8-d6 "
     "f10e10-g8 h7i7-f10 e10e9-e7 d8c9-d10 e9d9-c10 c9d8-e9 h5j7-j8 i7i8-i6 "
     "j7i7-j7 i8h8-i8 e2d2-h2 c2d1-b3 d2e2-e1 d1c1-f4 e2e3-d2 d8c9-d8 b4a5-a9 "
     "c9a7-c9 d9e8-c6 c1d1-f3 e3e5-e2 a7d7-a7 e8g10-g9 h8i9-h10 i7h8-i7 i3i4-i1 "
     "e5f5-h5 d1a1-d1 a5b4-a3 a1c1-c2 g10e8-d9 c1a1-a2 f5e5-e6 d7b7-d7 b4a5-a6 "
     "i9i10-i9"},
    {"P8", 4.5, 46, false,
     "1x1xx3x1/1WBxxBx3/1xxxx3x1/1xWxxx4/xxxB1xxxxx/2xxx1xxWx/xx2xxx2x/1xxx2x3/1BxW1xx3/x1x2x4 w",
     "d1d9-g9 a7d4-f2 j4h6-j6 g10c6-g2 a4c4-c3 d4d3-f1 g1i3-i10 j7h7-f7 i3e3-b6 "
     "d10c9-g5 d9c8-g4 c6f3-f4 h6i5-g3 f3d5-b7 e3d2-c2 d5b5-e8 i5h6-d10 d3e4-d3 "
     "c4b4-a4 b5c4-c5 b4b5-b3 e4g6-c6 h6i6-h5 g6h6-j4 i6i5-j5 c4b4-e4 b5c4-a6 "
     "b4a3-c1 c4d4-b4 h6d6-f6 d4e5-d5 h7h6-i6 e5e7-e5 h6f8-h6 c8f5-i8 f8g8-g6 "
     "f5b9-b10 g8f8-e9 e7d8-b8 d6e7-d7 d8d9-c8 f8f9-e10 d9d8-d9 e7d6-e7 d8c7-d8 "
     "a3b2-a1"},
    {"P9", -0.5, 51, false,
     "xx1xx5/Bx2x1xW2/xWxxxxxxxx/xxxx1x1x2/2x1xxB2x/2x2xxxxx/1xx1Bx3W/Wx2xxxxxx/xxx3x1xB/2xx1x1x2 "
     "b",
     "d1d9-g9 g10c6-e8 j4h6-j6 j7g4-b4 g1g3-c7 a7e3-b3 a4b5-b7 c6d5-c4 b5b6-e6 "
     "d5c5-c6 b6a5-a10 e3d2-a2 g3h3-h5 c5f5-c5 h6h7-f7 f5f6-d8 h7g7-g5 f6h6-f6 "
     "g7h7-c2 d10c9-a7 a5a3-c1 d2d4-b2 h3g3-h3 h6i7-h8 h7i8-h7 g4j4-e9 d9c8-e10 "
     "d4d3-d7 c8b9-c8 d3e4-g2 g3f3-e3 j4h4-f4 f3g3-f3 h4i3-i5 g3i1-d1 i3h2-g3 "
     "i1i2-i3 h2i1-f1 i2j3-h1 i1j2-i2 i8h9-i8 i7i6-j5 h9h10-j8 i6h6-f8 j3j4-j3 "
     "h6g6-f5 h10h9-g8 c9b10-d10 b9c9-b9 b10a9-b10 c9b8-a8"},
    {"P10", 6.5, 60, false,
     "x2xx1Wx2/1x1x1xxB2/W1xx1xxxxx/x1xx2xWxx/xx1xxx1xx1/Bx1x2xxx1/xxxxxx1xx1/4Bxxx1x/xxxxxxxBxx/"
     "xW2x1xxxx w",
     "d1d8-b6 g10g3-g8 j4e9-e10 a7e7-b4 e9i9-j8 d10c9-c7 a4a8-f3 e7c5-d5 g1d4-c4 "
     "j7i7-g5 d8d7-d6 c5a5-a7 d4d1-a4 g3e1-e6 d7h7-d7 e1d2-c2 h7h4-f2 c9c8-b9 "
     "h4i4-d4 c8e8-c8 i9g9-d9 i7i5-g7 d1c1-h1 e8f8-d10 a8b7-a6 i5h5-h8 b7c6-b5 "
     "h5h4-h5 g9f10-d8 f8g9-f9 f10i10-i5 g9i9-g9 i10g10-i8 h4h3-h4 i4j5-i4 "
     "i9h9-h10 j5j6-j1 h3f5-f8 j6i6-f6 f5h7-h6 i6j5-i6 h7f5-i2 j5j3-h3 f5e5-e1 "
     "j3j4-g1 e5h2-g2 j4j7-j2 d2d3-d2 j7h7-e4 d3a3-b2 c1d1-a1 a3e3-e2 h7f5-f4 "
     "h2j4-j7 d1b1-a2 j4h2-g3 c6a8-a10 h2j4-j3 f5h7-i7 j4h2-i1"},
    {"P11", 5.5, 57, false,
     "2x4xxB/2xx1xxxx1/xxxx1xxWx1/xxx1x2xx1/1Wxxxx1xxx/2xxBxxxxx/1xWxxx2xx/3x1xxxxW/xxxx2xxxB/"
     "x3B3xx b",
     "d1d9-g9 a7e3-h6 j4f4-f9 d10b8-g8 g1h2-h5 j7j3-g3 h2i3-i8 g10j10-f6 a4b4-f8 "
     "b8c8-c10 b4c3-d2 j3i4-j4 f4e4-d4 e3d3-f3 e4h7-e4 i4h3-h2 h7h8-h10 j10j8-i7 "
     "d9d8-d9 d3c2-d3 c3b3-b8 c2b2-c2 h8g7-i9 c8c7-c9 g7h7-j5 b2a3-b4 d8d7-d8 "
     "a3a1-i1 b3a2-b2 c7c6-c8 h7f5-c5 j8j6-i5 a2a6-a2 c6d5-a8 a6c6-e6 d5d6-f4 "
     "f5h7-e7 j6j7-i6 i3i2-i4 a1h1-g2 h7f5-g5 h3i3-h3 c6a6-c6 d6c7-a7 a6b6-b7 "
     "c7e5-c7 d7d5-d6 j7j9-j6 f5h7-f5 j9i10-h9 i2j2-i2 h1e1-a1 d5c4-d5 i10j10-i10 "
     "j2j3-j1 i3j2-i3 h7h8-h7"},
    {"P12", -0.5, 90, true,
     "xxWxxxxxxx/xxxxxxxxxx/xxxxxxxBxx/xxxxxxxxxW/xBxxx1xxxx/xxxxxxxxxx/xxxxxxWxxx/xxx1xxxxxx/"
     "xxxxxxxxxx/BxxxWxxxBx w",
     "g1g9-f10 d10d3-b5 a4e4-e3 j7g4-i4 j4g7-b7 g10h9-h6 g7c7-c3 a7c9-g5 d1e2-i2 "
     "g4g3-d6 g9g8-b3 h9h8-h9 e4h4-e4 c9c8-e6 g8g9-c9 d3d2-d5 g9g7-i7 g3h3-f1 "
     "g7g8-g7 h3g3-i3 e2d1-f3 d2b2-d2 c7a5-a3 c8c7-a9 a5a8-d8 c7b8-a7 a8c10-a8 "
     "b8c8-c4 d1c2-c1 c8d7-e8 c10e10-c8 d7c7-c5 h4h2-f2 c7e7-h10 g8h7-j5 h8i8-g8 "
     "e10e9-f8 e7f7-h5 e9d9-g9 f7f6-g6 h7i6-i5 g3g1-g3 i6j7-j10 g1h1-g2 j7j9-j6 "
     "h1i1-g1 h2h3-f5 i1h2-h1 j9j8-j9 f6e7-f7 h3h4-h3 e7f6-d4 c2d3-b1 b2c2-a2 "
     "d9c10-a10 f6e7-c7 h4f4-e5 h2i1-h2 j8i9-i10 i1j1-j4 c10e10-b10 j1j2-j3 "
     "d3e2-d1 e7d7-e7 e10f9-g10 d7c6-d7 f9e10-f9 c6b6-c6 e10d10-e10 b6a6-a4 "
     "d10e9-d9 a6a5-b4 f4h4-f4 i8h8-i8 e9d10-e9 h8h7-i6 d10c10-d10 c2b2-c2 "
     "c10b9-b8 b2a1-b2 i9j8-i9 h7h8-h7 h4g4-h4 a5a6-a5 b9c10-b9 a6b6-a6 j8j7-j8 "
     "j2j1-j2 e2e1-e2 j1i1-j1"},
};
