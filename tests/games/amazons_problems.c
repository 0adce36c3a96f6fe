/* amazons_problems.c - the table of annex B of amazons-endgame-and-books.md. */
#include "amazons_problems.h"

const struct amazons_problem amazons_problems[AMAZONS_PROBLEMS] = {
    {"P01",
     "xxxxxxxxxx/xxxxxxxxxx/1xxxxxxxxx/Wxxxxxxxxx/B1xxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     2, 0.5, 0.5, true, 0.5, -0.5},
    {"P02",
     "xx1B1xxxxx/xxWxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     2, -0.5, -0.5, true, -0.5, -0.5},
    {"P03",
     "xxxxxxxxxx/1xxxxxxxxx/Wxxxxxxxxx/Bxxxxxxxxx/1xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     2, -0.5, 0.5, true, 0, -1},
    {"P04",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxx1xx/xxxxxxxBxx/xxxxxx1xxx/xxxxxxWxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     2, -0.5, -0.5, true, -0.5, -0.5},
    {"P05",
     "xxxxxxxxB1/xxxxxxxxW1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     2, -0.5, 0.5, true, 0, -1},
    {"P06",
     "xxxxx2xxx/xxxxWBxxxx/xxx1xxxxxx/xxxxWxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     3, 0.5, -0.5, true, 0.5, 0.5},
    {"P07",
     "xxxxxxxxxx/xxxxxxxxxx/xBxxxxxxxx/1xxxxxxxxx/Wx1xxxxxxx/x1xxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     3, 0.5, 1.5, true, 1, -1},
    {"P08",
     "xxxxxxxx2/xxxxxxxx1W/xxxxxxxxxB/xxxxxxxxx1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     4, 1.5, -0.5, true, 0.5, 0.5},
    {"P09",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxBW1/xxxxxx2x1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     4, -0.5, 0.5, true, 0, -1},
    {"P10",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/1xxxxxxxxx/BW2xxxxxx/xxxx1xxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     4, 1.5, 2.5, true, 2, -1},
    {"P11",
     "xxxxxxxx2/xxxxxxxxWx/xxxxxxx1xx/xxxxxxx1Bx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     4, 3.5, 0.5, true, 2, 1},
    {"P12",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxx2xx/xxxxxxxxB1/"
     "xxxxxxxxxW/xxxxxxxxx1 w",
     4, -0.5, 0.5, true, 0, -1},
    {"P13",
     "x1Bxxxxxxx/Wxxxxxxxxx/2xxxxxxxx/1xxxxxxxxx/1xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     5, 2.5, 3.5, true, 3, -1},
    {"P14",
     "xxxxxx1x1x/xxxxxx1Wx1/xxxxxxxxB1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     5, -1.5, 0.5, true, 0, -1},
    {"P15",
     "xxxxxxxx2/xxxxxxxx2/xxxxxxxxxB/xxxxxxxxx1/xxxxxxxxWx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     5, -3.5, -4.5, true, -4, 0},
    {"P16",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxx2xxx/xxx1WxBxxx/xxxx2xxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     5, 0.5, -0.5, true, 0, 0},
    {"P17",
     "1x1xxxxxxx/1WBxxxxxxx/1xxxxxxxxx/1xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     5, 2.5, 3.5, true, 3, -1},
    {"P18",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxB/"
     "xxxxx1x3/xxxxxWBx2 w",
     6, -4.5, -5.5, true, -5, 0},
    {"P19",
     "xxxxxxx1Bx/xxxxxxxxxW/xxxxxxxxx1/xxxxxxxx2/xxxxxxxx2/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     6, 3.5, 4.5, true, 4, -1},
    {"P20",
     "1x2xxxxxx/2xxWxxxxx/1xBxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     6, -2.5, -3.5, true, -3, 0},
    {"P21",
     "xxWB3xxx/x1xx2xxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     6, -4.5, -3.5, true, -4, -1},
    {"P22",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxx3/xxxxxxBWx1/xxxxx2xxx/xxxxx1xxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     7, 0.5, 0.5, true, 0.25, -0.25},
    {"P23",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxWxxxxxxx/"
     "1Bx3xxxx/2x1xxxxxx w",
     7, 0.5, 1.5, true, 1, -1},
    {"P24",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/4Bxxxxx/"
     "1xxxxxxxxx/x2Wxxxxxx w",
     7, -1.5, -2.5, true, -2, 0},
    {"P25",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxx1xxxxxx/"
     "1BWx1xxxxx/2x2xxxxx w",
     7, 0.5, 1.5, true, 1, -1},
    {"P26",
     "2B2xxxxx/2x1xxxxxx/x1Wxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     8, 1.5, -1.5, true, 0, 1},
    {"P27",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxW/xxxxxxxxBx/xxxxx1xxx1/"
     "xxxxxWx3/xxxxx1Bx2 w",
     8, -5.5, -5.5, true, -5.5, -0.5},
    {"P28",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxx2/"
     "xxxxxxxx1W/xxxx3B2 w",
     8, 1.5, -1.5, true, -0.5, 1.5},
    {"P29",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxB1xxx/xxx2W1xxx/xxxx2xxxx/xxxx1xxxxx/xxxx1xxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     8, 0.5, -0.5, true, 0, 0},
    {"P30",
     "1x1xxxxxxx/1WBxxxxxxx/1xxWxxxxxx/1x1xxxxxxx/xxxB1xxxxx/xxxxx1xxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     8, 1.5, 2.5, true, 2, -1},
    {"P31",
     "x3xxxxxx/2B1xxxxxx/2Wxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     8, -0.5, -3.5, true, -0.5, 0.5},
    {"P32",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxx3/xxxxxxBWx1/xxxxx3xx/xxxxx1xx1W/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     9, 1.5, 1.5, true, 1.5, -0.5},
    {"P33",
     "2xxxxxxxx/x1xxxxxxxx/2xxxxxxxx/xW1xxxxxxx/1xxxxxxxxx/1x1xxxxxxx/xBxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     9, 6.5, 3.5, true, 5, 1},
    {"P34",
     "xxxxxxxx2/xxxxxxxx2/xxxxxxx1B1/xxxxxxx1x1/xxxxxxxxW1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     9, -0.5, -6.5, true, -2.25, 1.75},
    {"P35",
     "xxxxxxxxxx/xxB1xxxxxx/xxx1W2xxx/xxxxx2xxx/xxxx3xxx/xxxxx1xxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     10, 9.5, 6.5, true, 8, 1},
    {"P36",
     "xxxxxx2xx/xxxxxxxx2/xxxxWxx1xx/xxxx1xx1Bx/xxxx3xxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     10, -2.5, -3.5, true, -3, 0},
    {"P37",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/2Bxxxxxxx/2xWxxxxxx/"
     "2x1xxxxxx/3xxxxxxx w",
     10, -4.5, -7.5, true, -5, 1},
    {"P38",
     "3W1xxxxx/1xxxxxxxxx/xBxxxxxxxx/1Wxxxxxxxx/1x1xxxxxxx/2xxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     10, 5.5, 4.5, true, 5, 0},
    {"P39",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxx1xx/xxxxxxxx2/xxxxxBxx2/xxxxx1xxx1/"
     "xxxxxx1BxW/xxxx2xx1x w",
     11, 0.5, 1.5, true, 1, -1},
    {"P40",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/1x1xxxxxxx/3xxxxxxx/1x2xxxxxx/1xxBxxxxxx/"
     "1xBxxxxxxx/x1Wxxxxxxx w",
     11, -9.5, -10.5, true, -9, 1},
    {"P41",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxx2/"
     "xB1xxxxx1W/1Wx5B1 w",
     11, 0.5, -0.5, true, -1, 1},
    {"P42",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xx1xxxxxxx/x3xxxxxx/1WxBxxxxxx/"
     "x3xxxxxx/1xx2xxxxx w",
     11, 1.5, -1.5, true, 0.375, 0.625},
    {"P43",
     "xx1xxxxxxx/2Wxxxxxxx/B2xxxxxxx/1Wxxxxxxxx/4xxxxxx/xxxx1xxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     11, 4.5, 3.5, true, 5, 1},
    {"P44",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxx1xxxx/xxxxx1Bxxx/xxxxxx1xxx/xxxxxWxx1x/xxxxxx1B1x/xxxxxxxx2/"
     "xxxxxxx1xx/xxxxxxxx2 w",
     11, -9.5, -8.5, true, -9, -1},
    {"P45",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxx1Bxxxxx/3xx1xxxx/1xxx1xxxxx/2xxx2Wxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     11, -4.5, -6.5, true, -5.5, 0.5},
    {"P46",
     "2xxxxxxxx/xx1Bxxxxxx/xxx1W2xxx/xxxxx2xxx/xxxx3xxx/xxxxx1xxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     12, 3.5, 4.5, true, 4, -1},
    {"P47",
     "xxxxxxx3/xxxxxx1xxx/xxxx1xBxxx/xxxBxWxxxx/xxx1xxxxxx/1x1xxxxxxx/1xx1xxxxxx/xW2xxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     12, 0.5, 0.5, true, 0, 0},
    {"P48",
     "xxxxxxxxxx/xxxxxxxxxx/Bxxxxxxxxx/2xxxxxxxx/x2xxxxxxx/1xxxxxxxxx/x2Wxxxxxx/3xxxxxxx/2xxxxxxxx/"
     "x1xxxxxxxx w",
     13, 4.5, 5.5, true, 5, -1},
    {"P49",
     "1x2xxxxxx/2xxWxxxxx/1x1Bxx1xxx/xxxx3xxx/xxxxxxx1xx/xxxxxxx1xx/xxxxxxWxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     13, 2.5, 3.5, true, 3, -1},
    {"P50",
     "2xx1x1xxx/x1xxx1xxxx/2xxBxxxxx/x2Wxxxxxx/1xxxxxxxxx/1x1xxxxxxx/xBxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     13, 0.5, 1.5, true, 1, -1},
    {"P51",
     "xxxxx1Wx2/xxxx1xxB2/xxxx1xxxxx/xxxx2xWxx/xxxxxx1xxx/xxxx2xxxx/xxxxxx1xxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     13, 4.5, 5.5, true, 5, -1},
    {"P52",
     "xxxxxxW1xx/xxxxxxx3/xxxxxxxxx1/xxxxxx3x/xxxxx1xxxx/xxxxxx1xxx/xxxxx1xxxx/xxxxB1xxxx/"
     "xxxx2xxxx/xxxxxxxxxx w",
     14, -0.5, 0.5, true, 0, -1},
    {"P53",
     "xxxxxxxx2/xxxxxxxx2/xxxxxxxxx1/xxxxxxx1x1/xxxxxx3x/xxxxxxWxxx/xxxxxxxBxx/xxxxxx1xxx/"
     "xxxxx1xxxx/xxxx2xxxx w",
     14, 5.5, 6.5, true, 6, -1},
    {"P54",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxx1x1/xxxxxxxx2/xxxxxxxxBx/xxxxxxxxx1/xxxxxxx1x1/"
     "xxxxxxx2W/xxxx3x2 w",
     14, 5.5, 2.5, true, 4, 1},
    {"P55",
     "xx2xxxxxx/3xxxxxxx/2BW1xxxxx/1Wxxxxxxxx/4xxxxxx/xxxx1xxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     14, 7.5, 4.5, false, 0, 0},
    {"P56",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxWxxxxx/xxx1x1xxx1/xxx2xxx2/"
     "xxxxx2x1B/xxxxx1x3 w",
     14, -0.5, -1.5, true, -1, 0},
    {"P57",
     "xxxxx2W2/xxxxx1x3/xxxxxx1xxx/xxxxxx1x2/xxxxxxB2x/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     14, 3.5, 0.5, true, 0, 3},
    {"P58",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xx1xxxxxxx/1xBW1xxxxx/2xxB1xxxx/"
     "2x1x1xxxx/4x1xxxx w",
     15, -13.5, -12.5, false, 0, 0},
    {"P59",
     "xxx2xWB2/xxWx2xx2/xxxxx2xx1/xxxxx2xx1/xxxxx1xxWx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     15, 6.5, 5.5, false, 0, 0},
    {"P60",
     "1x1W6/1x2xxxxxx/xWxxxxxxxx/x1xxxxxxxx/1xxxxxxxxx/1B1xxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     15, 10.5, 7.5, true, 9, 1},
    {"P61",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxx2xx/xxxx1xxxB1/"
     "xxxx2xxW1/7Bx1 w",
     15, -9.5, -10.5, true, -10.125, 0.125},
    {"P62",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxB2xxx/x2W1x1xxx/1xxxxxxxxx/3xxxxxxx/3xxxxxxx/"
     "3xxxxxxx w",
     16, 9.5, 8.5, true, 9, 0},
    {"P63",
     "xxx4x2/xxxx1xx1xB/xxxx1xx1x1/xxx1x2Wx1/xxxxxx1xxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx/xxxxxxxxxx w",
     16, 9.5, 6.5, true, 8, 1},
    {"P64",
     "xxxxxxx1Bx/xxxxxxxxW1/xxxxxxxxx1/xxxxxxxx2/xxxxxxxx2/xxxxxxxxWx/xxxxxxx1Bx/xxxxx1Bxx1/"
     "xxxxx1xxx1/xxxxx5 w",
     17, -5.5, -6.5, false, 0, 0},
    {"P65",
     "B1x2xxxxx/Wxxx1xxxxx/1xx1Bxxxxx/x2xxxxxxx/x1xxxxxxxx/xx1xxxxxxx/x2xxxxxxx/x1Wxxxxxxx/"
     "x1Bxxxxxxx/x3xxxxxx w",
     17, -3.5, -6.5, false, 0, 0},
    {"P66",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/2xxxxxxxx/1xxxxxxxxx/2x2x1xxx/"
     "3xxWBxxx/4xxx3 w",
     18, 9.5, 11.5, true, 10, -1},
    {"P67",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xx1xxxxxWx/2W3x1xx/2xBx2xxx/x4xxxxx/"
     "1xx2xxxxx w",
     18, 4.5, 4.5, false, 0, 0},
    {"P68",
     "xx2B3x1/xxxxx1xx2/xxxx1xW1x1/xxxx1xxB2/xxxx3xxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     18, -6.5, -8.5, false, 0, 0},
    {"P69",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/1xxxxxxxxx/2xxxxxxxx/x1xxxxxxxx/1xxx1Wxxxx/"
     "3xBxxxxx/4x5 w",
     18, -11.5, -10.5, true, -11, -1},
    {"P70",
     "xxxxxxxx2/xxxxxxxx2/xxxxxxxxx1/xxxxxxx1x1/xxxxxx3x/xx2xxWxxx/xx2xxxBxx/xxx2x1xxx/xxxxxBxxxx/"
     "xxxx2xxxx w",
     19, 0.5, 1.5, true, 1, -1},
    {"P71",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxx1xxxx/xxxxxB1xxx/xxxxWx1xxx/xxxx1xxxxx/xxx1x1xBx1/xxx2xxx2/"
     "xxxxx2x2/xxxxx1x3 w",
     19, -3.5, -4.5, true, -4, 0},
    {"P72",
     "xxx2x1B2/xxWx2Wx2/xxxxx2xx1/xxxxx2xx1/xxxxx1xx1x/xxxxxxxBWx/xxxxxxx3/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     20, 4.5, 4.5, false, 0, 0},
    {"P73",
     "xxxxxxW1xx/xxxxxxx3/xxxxxxxxx1/xxxxxx3x/xxxxx1xxxx/xxxxxx1xxx/xxxxx1xxxx/xxxx1BxWxx/xxxx2xx2/"
     "xxxxxx4 w",
     20, 5.5, 4.5, true, 5.5, 0.5},
    {"P74",
     "xxxxxx1xxx/xxxxxx1xxx/xxxxx1xxxx/xxxxx1xxxx/xxx3xxxx/5x1xxx/1xxxx1xxxx/xBW1xBxxxx/1xxxxxxxxx/"
     "3xxxxxxx w",
     20, -18.5, -17.5, true, -18, -1},
    {"P75",
     "xxxxxxx3/xxxxxxBxxx/xxxx1xWxxW/xxxB2x3/xxx1xxx1xx/1x1xx3xx/1xx1xxxxxx/xW2xxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     20, 6.5, 4.5, false, 0, 0},
    {"P76",
     "1x2xxxxxx/2xxWxxxxx/1x1Bxx1xxx/xxxx3xxx/xxxxxxx1xx/xxxxxxx1xx/xxxxxx1xxx/xxWxxxWxxx/1Bx3xxxx/"
     "2x1xxxxxx w",
     21, 4.5, 5.5, false, 0, 0},
    {"P77",
     "2x1x5/1x1xx5/1xxW2x1x1/xB1xxxxxx1/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     22, 7.5, 14.5, false, 0, 0},
    {"P78",
     "4x5/xxxx6/1xB3xxxx/1Wxx1xxxxx/B1xxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     22, -18.5, -19.5, false, 0, 0},
    {"P79",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxB1xx/xxxxxxx1xx/xxxxxx2xx/Wxxxxx1x2/"
     "1B1W3B1W/2x7 w",
     22, 0, 0, false, 0, 0},
    {"P80",
     "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/1xxxxxxxxx/2xxxxxxxx/x1xxxxx1x1/1xxx1WBx2/"
     "3xBxxxxx/4x5 w",
     22, -20.5, -19.5, true, -15, -1},
    {"P81",
     "xxxxx1Wx2/xxxx1xxB2/xxxx1xxxxx/xxxx2x3/xxxxxx1xx1/xxxx1Wxxx1/xxxxxx1xx1/xxxxxx1x2/xxxxxxxBxx/"
     "xxxxxxxx1x w",
     22, -0.5, -1.5, false, 0, 0},
    {"P82",
     "5x1xxx/x1xW2xxxx/x1xxxxxxxx/xx3xxxxx/3xxBxxxx/1xxx1xxxxx/2xxx2Wxx/xxxxxxxxxx/xxxxxxxxxx/"
     "xxxxxxxxxx w",
     22, 1.5, 1.5, true, 1.625, 0.375},
};
